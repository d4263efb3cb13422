/** So many invalid frames in a row close a socket. */
export const IN_A_ROW = 5;
/** A run ends at this many. */
export const MAX_FAULTS = 20;

/** How often what happened. */
export type Tally = Record<string, number>;

export function count(tally: Tally, name: string): void {
  tally[name] = (tally[name] ?? 0) + 1;
}

/** A frame that got another answer than it should. */
export class FrameFault extends Error {
  constructor(frame: string | ArrayBuffer, received: unknown, allowed: object, cause: unknown) {
    const text = typeof frame === "string" ? frame : `binary ${new TextDecoder().decode(frame)}`;
    const shown = text.length > 1_200 ? `${text.slice(0, 600)} … ${text.slice(-600)}` : text;
    const reported = JSON.stringify({ ...allowed, taken: undefined });
    super(`${cause}: ${shown}\n  received ${JSON.stringify(received)}\n  allowed ${reported}`);
  }
}
