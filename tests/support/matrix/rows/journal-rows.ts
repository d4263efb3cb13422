import type { Who } from "../cast.ts";
import { bySite, EVERY_MEMBER, readsSite, writesSite } from "../row-inputs.ts";
import type { Row } from "../walk.ts";

/** The journal is hidden from role 3; the demo account reads it, too. */
const READERS = EVERY_MEMBER.filter((who) => who !== "monitor");
/** The file names all users, so only administrators export it; tokens act as their owner. */
const EXPORTERS: readonly Who[] = [
  "stranger",
  "owner",
  "administrator",
  "managingToken",
  "narrowToken",
  "lookingToken",
];

/** The journal of a site. */
export const journalRows: Readonly<Record<string, Row>> = {
  "POST /site/v2/message/page": { ...readsSite, may: READERS, input: bySite({ size: 5 }) },
  "POST /site/v2/message/export": { ...writesSite, may: EXPORTERS, input: bySite() },
};
