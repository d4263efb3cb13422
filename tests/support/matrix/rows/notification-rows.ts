import type { Who } from "../cast.ts";
import {
  BUT_DEMO,
  bySite,
  EVERY_MEMBER,
  EVERYBODY,
  ofOneself,
  reads,
  readsSite,
  SIGNED_IN,
  writes,
  writesSite,
} from "../row-inputs.ts";
import type { Row } from "../walk.ts";

const OPERATORS: readonly Who[] = ["platform"];
/** Users of a site are seen by roles 1 and 2, but not by the demo account. */
const SEES_MEMBERS = EVERY_MEMBER.filter((who) => who !== "monitor" && who !== "demo");
const WITHOUT_READING = (who: Who) => who !== "demo" && who !== "lookingToken";
/** A token that was signed under another secret opens nothing; alarm-links.test.ts has those that open something. */
const byWrongLink = (more: Record<string, unknown> = {}) =>
  ofOneself({ token: `YWxhcm0gMSAyIDM.${"A".repeat(43)}`, ...more });

/** How a user is notified, and how the operator sees it. */
export const notificationRows: Readonly<Record<string, Row>> = {
  "POST /user/v2/notification/get": { ...reads, may: SIGNED_IN, input: ofOneself() },
  "POST /user/v2/notification/update": {
    ...writes,
    may: BUT_DEMO,
    input: ofOneself({ level: "fault", digestAt: "08:00" }),
  },
  "POST /user/v2/notification/updateSite": {
    ...writesSite,
    may: EVERY_MEMBER.filter(WITHOUT_READING),
    input: bySite({ preferences: { level: "fault" } }),
  },
  "POST /user/v2/notification/test": { ...writes, may: BUT_DEMO, input: ofOneself() },
  "POST /site/v2/alarm/escalation/list": { ...readsSite, may: SEES_MEMBERS, input: bySite() },
  "POST /site/v2/alarm/escalation/update": {
    ...writesSite,
    may: SEES_MEMBERS.filter(WITHOUT_READING),
    input: bySite({ steps: [] }),
  },
  "GET /site/v2/alarm/link": { ...reads, may: EVERYBODY, input: byWrongLink(), own: [422] },
  "POST /site/v2/alarm/link/acknowledge": {
    ...reads,
    may: EVERYBODY,
    input: byWrongLink(),
    own: [422],
  },
  "POST /site/v2/alarm/link/snooze": {
    ...reads,
    may: EVERYBODY,
    input: byWrongLink({ hours: 8 }),
    own: [422],
  },
  "POST /user/v2/notification/unsubscribe": {
    ...reads,
    may: EVERYBODY,
    input: byWrongLink(),
    own: [422],
  },
  "POST /site/v2/alarm/delivery/summary": { ...reads, may: OPERATORS, input: ofOneself() },
  "POST /site/v2/alarm/delivery/page": {
    ...reads,
    may: OPERATORS,
    input: ofOneself({ state: "failed", page: 1, size: 20 }),
  },
  "POST /site/v2/alarm/delivery/history": {
    ...reads,
    may: OPERATORS,
    input: ofOneself({ channel: "mail", period: "day" }),
  },
  // None has failed: there is nothing to send again.
  "POST /site/v2/alarm/delivery/replay": { ...reads, may: OPERATORS, input: ofOneself() },
};
