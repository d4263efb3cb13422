import {
  bySerial,
  bySite,
  EVERY_MEMBER,
  ofOneself,
  reads,
  readsSite,
  SIGNED_IN,
  writesSite,
} from "../row-inputs.ts";
import type { Row } from "../walk.ts";

/** A site, its place and its life. */
export const siteRows: Readonly<Record<string, Row>> = {
  "POST /site/v4/getListBySearchFilterAndReorder": {
    ...reads,
    may: SIGNED_IN,
    input: ofOneself(),
  },
  "POST /site/v3/getListBySearchFilterAndReorder": {
    ...reads,
    may: SIGNED_IN,
    input: ofOneself(),
  },
  "POST /site/v4/getBriefListBySearchFilterAndReorder": {
    ...reads,
    may: SIGNED_IN,
    input: ofOneself({ more: true }),
  },
  "POST /site/v2/getListFilters": { ...reads, may: SIGNED_IN, input: ofOneself() },
  "POST /site/v2/getALLTag": { ...reads, may: SIGNED_IN, input: ofOneself() },
  "POST /site/v2/exportList": {
    ...reads,
    may: SIGNED_IN.filter((who) => who !== "demo"),
    input: ofOneself(),
  },
  "POST /site/v2/getSiteById": { ...readsSite, may: EVERY_MEMBER, input: bySite() },
  "POST /site/v2/getSiteBySN": { ...readsSite, may: EVERY_MEMBER, input: bySerial },
  // Written down for the log-out: where this session may have sockets.
  "POST /site/v2/socketTicket": { ...writesSite, may: EVERY_MEMBER, input: bySite() },
};
