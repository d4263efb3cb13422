import { siteIdFor, type Who } from "../cast.ts";
import {
  bySite,
  EVERY_MEMBER,
  ofOneself,
  reads,
  readsSite,
  SIGNED_IN,
  writes,
  writesSite,
} from "../row-inputs.ts";
import type { Row } from "../walk.ts";

/** Menu: log and alarm for 1 and 2; the demo account looks and changes nothing. */
const LOOKS = EVERY_MEMBER.filter((who) => who !== "monitor");
/** Nor does a token that only looks. */
const CHANGES = LOOKS.filter((who) => who !== "demo" && who !== "lookingToken");
/** Of all of one's sites at once: what each is at a site is for that site to say. */
const ANYWHERE = SIGNED_IN.filter((who) => who !== "demo" && who !== "lookingToken");
const OPERATORS: readonly Who[] = ["platform"];

const rule = {
  alarmType: "custom",
  address: "FFFF000131",
  unit: "V",
  min: 0,
  max: 100,
  lowAlarm: 10,
  lowClear: 11,
  highAlarm: null,
  highClear: null,
  sustainTime: 10,
  notifyAfter: 0,
  level: "fault",
  monitor: "all",
  isOpen: true,
};

/** Alarms of a site, and of all sites of a user. The sites of the matrix have no alarms to hide or to acknowledge. */
export const alarmRows: Readonly<Record<string, Row>> = {
  "POST /site/v2/alarm/rule/list": { ...readsSite, may: LOOKS, input: bySite() },
  "POST /site/v2/alarm/rule/update": {
    ...writesSite,
    may: CHANGES,
    input: bySite({ emailInterval: 30 }),
  },
  "POST /site/v2/alarm/rule/preview": { ...writesSite, may: CHANGES, input: bySite({ rule }) },
  "POST /site/v4/alarm/logger/page": {
    ...readsSite,
    may: LOOKS,
    input: bySite({ page: 1, size: 20 }),
  },
  "POST /site/v2/alarm/logger/batchdel": {
    ...writesSite,
    may: CHANGES,
    input: bySite({ logIds: [1] }),
    own: [409],
  },
  "POST /site/v2/alarm/logger/clear": {
    ...writesSite,
    may: CHANGES,
    input: bySite(),
    own: [409],
  },
  // The demo account takes no files along.
  "POST /site/v2/alarm/logger/export": {
    ...writesSite,
    may: LOOKS.filter((who) => who !== "demo"),
    input: bySite({ from: 1_780_000_000_000, to: 1_790_000_000_000 }),
  },
  "POST /site/v2/alarm/acknowledge": {
    ...writesSite,
    may: CHANGES,
    input: bySite({ logId: 1 }),
    own: [404],
  },
  "POST /site/v2/alarm/snooze": {
    ...writesSite,
    may: CHANGES,
    input: (who, which) => ({
      id: siteIdFor(who, which),
      logId: 1,
      until: Date.now() + 3_600_000,
    }),
    own: [404],
  },
  "POST /site/v2/alarm/all/page": { ...reads, may: SIGNED_IN, input: ofOneself() },
  "POST /site/v2/alarm/all/count": { ...reads, may: SIGNED_IN, input: ofOneself() },
  // Another user's site is not distinguished from a missing one: the answer says the same of each.
  "POST /site/v2/alarm/all/acknowledge": {
    ...writes,
    may: ANYWHERE,
    input: (who, which) => ({ alarms: [{ siteId: siteIdFor(who, which), logId: 1 }] }),
    absent: 200,
  },
  "POST /site/v2/alarm/platformRule/list": { ...reads, may: OPERATORS, input: ofOneself() },
  "POST /site/v2/alarm/platformRule/update": {
    ...writes,
    may: OPERATORS,
    input: ofOneself({ version: 0, rules: [] }),
  },
};
