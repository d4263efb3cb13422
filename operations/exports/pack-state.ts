import type { FileState } from "./advance-file.ts";

/** Length of the number before the JSON of a state, bytes. */
const HEAD = 4;

/** Writes the state of an unfinished file as bytes: the length of its JSON, the JSON, and the bytes that are left. */
export function packState({ rest, ...state }: FileState): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(state));
  const packed = new Uint8Array(HEAD + json.length + rest.length);
  new DataView(packed.buffer).setUint32(0, json.length);
  packed.set(json, HEAD);
  packed.set(rest, HEAD + json.length);
  return packed;
}

/** Reads what `packState` has written. */
export function unpackState(packed: Uint8Array): FileState {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0);
  const json = new TextDecoder().decode(packed.subarray(HEAD, HEAD + length));
  return { ...(JSON.parse(json) as Omit<FileState, "rest">), rest: packed.slice(HEAD + length) };
}
