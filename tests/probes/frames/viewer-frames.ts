import type { Chance } from "../../support/seeded-chance.ts";
import { mutateBody, mutateFrame } from "./mutate.ts";
import { oddInstant } from "./oddities.ts";
import { sealText } from "./sealing.ts";

type ViewerRequest = { cmd: number; tag: string; body: object };
type Seal = {
  uuid: string;
  sessionKey: Uint8Array;
  /** Frames sent on this socket and on others, to be sent again. */
  own: readonly string[];
  foreign: readonly string[];
  otherKey: Uint8Array;
};

const ADDRESSES = [
  "0033110047",
  "FFFF000400",
  "FFFF000120",
  "0033110107",
  "ffff000400",
  "00AA110001",
];

/** A valid request of any command. @param ids of commands that may have been given already */
export function makeRequest(
  chance: Chance,
  tag: string,
  ids: readonly string[],
  now: number,
): ViewerRequest {
  const control = () => ({
    commandId: ids.length > 0 && chance.happens(0.2) ? chance.oneOf(ids) : makeUuid(chance),
    address: chance.oneOf(ADDRESSES),
    value: chance.oneOf([0, 1, 230, 50.5, -1, "text", ""]),
    ...chance.oneOf([{}, {}, { expires: oddInstant(chance, now) }]),
  });
  return chance.oneOf([
    () => ({ cmd: 320, tag, body: control() }),
    () => ({ cmd: 324, tag, body: control() }),
    () => ({ cmd: 322, tag, body: { items: [control(), control()] } }),
    () => ({ cmd: 336, tag, body: { addresses: [chance.oneOf(ADDRESSES), "FFFF000100"] } }),
    () => ({ cmd: 288, tag, body: {} }),
    () => ({ cmd: 338, tag, body: {} }),
    () => ({ cmd: 304, tag, body: {} }),
    () => ({ cmd: 261, tag: "", body: {} }),
    () => ({ cmd: 272, tag, body: { ticket: "another" } }),
  ])();
}

function makeUuid(chance: Chance): string {
  const hex = (length: number) =>
    Array.from({ length }, () => chance.below(16).toString(16)).join("");
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${chance.oneOf(["8", "9", "a", "b"])}${hex(3)}-${hex(12)}`;
}

/** A frame as it should be. */
export async function sealFrame(
  { uuid, sessionKey }: Pick<Seal, "uuid" | "sessionKey">,
  { cmd, tag, body }: { cmd: number; tag: string; body: string },
  more: object = {},
): Promise<string> {
  return JSON.stringify(await envelope(uuid, sessionKey, cmd, tag, body, more));
}

async function envelope(
  uuid: string,
  key: Uint8Array,
  cmd: number,
  tag: string,
  body: string | Uint8Array<ArrayBuffer>,
  more: object = {},
) {
  const data = await sealText(key, `${cmd}\n${tag}`, body);
  return { uuid, cmd, ...more, data, language: "en", tag };
}

/** A frame that is wrong in its body, its envelope, its seal, its size, or in that it was sent before. */
export async function mutateSealed(
  chance: Chance,
  { cmd, tag, body }: ViewerRequest,
  { uuid, sessionKey, own, foreign, otherKey }: Seal,
  now: number,
  more: object = {},
): Promise<string | ArrayBuffer> {
  const good = JSON.stringify(body);
  const sealed = (key = sessionKey, text: string | Uint8Array<ArrayBuffer> = good) =>
    envelope(uuid, key, cmd, tag, text, more);
  const mutations: readonly (() => Promise<string | ArrayBuffer>)[] = [
    ...Array(8).fill(async () =>
      JSON.stringify(await sealed(sessionKey, mutateBody(chance, body, now))),
    ),
    ...Array(5).fill(async () => mutateFrame(chance, await sealed(), now)),
    async () =>
      JSON.stringify({ ...(await sealed()), cmd: chance.oneOf([304, 320, 288, 272, 261]) }),
    async () =>
      JSON.stringify({ ...(await sealed()), tag: chance.oneOf(["", "other", `${tag} `]) }),
    async () => JSON.stringify(await sealed(otherKey)),
    async () => {
      const { data, ...rest } = await sealed();
      return JSON.stringify({ ...rest, data: spoil(chance, data) });
    },
    async () => (own.length > 0 ? chance.oneOf(own) : ""),
    async () => (foreign.length > 0 ? chance.oneOf(foreign) : "{}"),
    async () => JSON.stringify(await sealed(sessionKey, notText(chance))),
    async () => atTheLimit(chance, await sealed()),
    async () => mutateFrame(chance, { cmd, id: tag, ...body }, now),
  ];
  return chance.oneOf(mutations)();
}

/** Base64url that is not what was sealed, or not spelled as it should be. */
function spoil(chance: Chance, data: string): string {
  const at = chance.below(data.length);
  return chance.oneOf([
    data.slice(0, at),
    `${data}=`,
    `${data}A`,
    ` ${data}`,
    data.replaceAll("-", "+").replaceAll("_", "/"),
    `${data.slice(0, at)}${data[at] === "A" ? "B" : "A"}${data.slice(at + 1)}`,
    data.slice(16),
    data + data,
    "",
  ]);
}

/** Bytes that are no JSON, or not even UTF-8. */
function notText(chance: Chance): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    chance.oneOf([
      [],
      [0xff],
      [0xc0, 0x80],
      [0xef, 0xbb, 0xbf, 0x7b, 0x7d],
      [0x7b],
      [0xed, 0xa0, 0x80],
    ]),
  );
}

/** 64 KiB, one byte less, or one more. */
function atTheLimit(chance: Chance, frame: object): string {
  const bytes = 65_536 + chance.between(-1, 1);
  const bare = JSON.stringify({ pad: "", ...frame });
  const filler = chance.oneOf(["x", "é"]);
  const size = new TextEncoder().encode(filler).length;
  const room = bytes - new TextEncoder().encode(bare).length;
  const pad = filler.repeat(Math.floor(room / size)) + "x".repeat(room % size);
  return JSON.stringify(chance.happens(0.5) ? { pad, ...frame } : { ...frame, pad });
}
