import type { Chance } from "../../support/seeded-chance.ts";

/** The steps of a control at which something can go wrong, in order. */
export const STEPS = [
  "1 request",
  "2 answer",
  "3 command",
  "4 execution",
  "5 acknowledgement",
  "6 record",
] as const;
/** What befalls the links, the site's object or the logger's process. */
export const KINDS = [
  "logger cut",
  "viewer cut",
  "logger half-open",
  "viewer half-open",
  "hibernated",
  "closed",
  "logger dies",
] as const;
/** How the device answers. */
const MANNERS = [
  "honest",
  "late",
  "never",
  "wrong id",
  "other's id",
  "unequal read-back",
  "no read-back",
  "twice",
  "fails",
  "refuses",
] as const;
const COMMANDS = [320, 322, 324] as const;

export type Step = (typeof STEPS)[number];
export type When = "before" | "after";
type Kind = (typeof KINDS)[number] | "crowd";
export type Manner = (typeof MANNERS)[number];
type Cmd = (typeof COMMANDS)[number];
/** What a control goes through. */
export type Cell = { step: Step; when: When; kind: Kind; manner: Manner; cmd: Cmd };

/** The whole product, in an order of chance. */
export function allCells(chance: Chance): Cell[] {
  const cells = STEPS.flatMap((step) =>
    (["before", "after"] as const).flatMap((when) =>
      KINDS.flatMap((kind) =>
        MANNERS.flatMap((manner) => COMMANDS.map((cmd) => ({ step, when, kind, manner, cmd }))),
      ),
    ),
  );
  for (let last = cells.length - 1; last > 0; last--) {
    const other = chance.between(0, last);
    const [one, two] = [cells[last], cells[other]];
    if (one !== undefined && two !== undefined) [cells[last], cells[other]] = [two, one];
  }
  return cells;
}
