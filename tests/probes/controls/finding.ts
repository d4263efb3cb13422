export const RULES = [
  "executed twice",
  "executed after its end",
  "executed and never sent",
  "sent twice although without repeat",
  "sent twice on one connection",
  "sent after its end",
  "success without acknowledgement",
  "success without an equal read-back",
  "another result than the contract's",
  "a result that changed",
  "never ended",
  "ended late or early",
  "an unreported end",
  "a lock not free",
  "a lock not kept",
  "not sent again",
  "an answer released to another request",
  "an answer missing, late or doubled",
  "pages and store differ",
  "the device holds something else",
  "the object complained",
] as const;
export type Rule = (typeof RULES)[number];
export type Finding = { rule: Rule; id: string; text: string };

/** What may take a moment. */
export const MOMENT_MS = 1_000;
