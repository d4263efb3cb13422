import { siteIdFor, thingIdFor } from "../cast.ts";
import {
  bySite,
  EVERY_MEMBER,
  ofOneself,
  reads,
  readsSite,
  SIGNED_IN,
  writesSite,
} from "../row-inputs.ts";
import type { Row } from "../walk.ts";

/** Viewers of its link see a site's realtime, too. */
const LOOKS = [...EVERY_MEMBER, "shareViewer"] as const;
/** The advanced curve is hidden from role 3. */
const CHOOSES = EVERY_MEMBER.filter((who) => who !== "monitor");
/** The demo account keeps nothing, nor does a token that only looks. */
const SAVES = CHOOSES.filter((who) => who !== "demo" && who !== "lookingToken");

/** Every member exports, except for the demo account. */
const EXPORTS = EVERY_MEMBER.filter((who) => who !== "demo");
const byTask: Row["input"] = (who, which) => ({
  id: siteIdFor(who, which),
  taskId: thingIdFor(who, which),
});
const EXPORT_TASK = "POST /site/v1/chart/overallStats/exportTask";

const ofDay = { ...readsSite, may: LOOKS, input: bySite({ date: "2026-06-15" }) };
const ofSpan = (more: Record<string, unknown> = {}): Row => ({
  ...readsSite,
  may: LOOKS,
  input: bySite({
    ...more,
    startDateTime: "2026-06-01 00:00:00",
    endDateTime: "2026-06-30 23:59:59",
  }),
});

/** What a site has done, and what is around it. */
export const chartRows: Readonly<Record<string, Row>> = {
  "POST /site/v2/chart/overallStats": { ...readsSite, may: LOOKS, input: bySite() },
  "POST /site/v2/chart/overview": { ...readsSite, may: LOOKS, input: bySite() },
  "POST /site/v2/chart/solar/summary": { ...readsSite, may: LOOKS, input: bySite() },
  "POST /site/v2/chart/solar/forecast": { ...readsSite, may: LOOKS, input: bySite() },
  "POST /site/v4/chart/detailStats": ofDay,
  "POST /site/v2/chart/summary": {
    ...readsSite,
    may: LOOKS,
    input: bySite({ date: "2026-06-15", type: "month" }),
  },
  "POST /site/v2/chart/comparison": {
    ...readsSite,
    may: LOOKS,
    input: bySite({ date: "2026-06-15", type: "month" }),
  },
  "POST /site/v2/chart/hours": { ...readsSite, may: LOOKS, input: bySite({ year: 2026 }) },
  "POST /site/v2/chart/daiysummary": ofDay,
  "POST /site/v2/chart/dayrecord/acsolar": ofDay,
  "POST /site/v2/chart/dayrecord/battery": ofDay,
  "POST /site/v2/chart/dayrecord/curve": ofDay,
  "POST /site/v2/chart/dayrecord/threephaseacout": ofDay,
  "POST /site/v2/chart/dayrecord/state": ofDay,
  "POST /site/v2/chart/periodrecord/state": ofSpan(),
  "POST /site/v2/chart/periodrecord/alias/state": ofSpan(),
  "POST /site/v2/chart/periodrecord/curve": ofSpan({ addresses: ["FFFF000100"] }),
  "POST /site/v2/chart/periodrecord/alias/curve": ofSpan({ addresses: ["FFFF000100"] }),
  "POST /site/v2/chart/backlog": { ...readsSite, may: LOOKS, input: bySite() },
  "POST /site/v2/chart/newest": { ...readsSite, may: LOOKS, input: bySite() },
  "POST /site/v2/chart/selection/list": { ...readsSite, may: CHOOSES, input: bySite() },
  "POST /site/v2/chart/selection/save": {
    ...writesSite,
    may: SAVES,
    input: bySite({ name: "Roof", addresses: ["FFFF000100"] }),
  },
  "POST /site/v2/chart/selection/delete": {
    ...writesSite,
    may: SAVES,
    input: (who, which) => ({ siteId: siteIdFor(who, which), id: thingIdFor(who, which) }),
  },
  [`${EXPORT_TASK}/add`]: {
    ...writesSite,
    // The tokens of the owner would order more than a user may at the same time.
    alone: true,
    may: EXPORTS,
    input: bySite({
      kind: "statistics",
      interval: "day",
      format: "csv",
      startDateTime: "2026-06-01 00:00:00",
      endDateTime: "2026-06-30 23:59:59",
    }),
  },
  [`${EXPORT_TASK}/list`]: { ...readsSite, may: EXPORTS, input: bySite() },
  [`${EXPORT_TASK}/notDownloadNums`]: { ...readsSite, may: EXPORTS, input: bySite() },
  [`${EXPORT_TASK}/download`]: { ...writesSite, may: EXPORTS, input: byTask },
  [`${EXPORT_TASK}/delete`]: { ...writesSite, may: EXPORTS, input: byTask },
  "POST /basic/v3/map/geonames/weather": {
    ...reads,
    may: SIGNED_IN,
    input: ofOneself({ latitude: 53.5, longitude: 10 }),
  },
};
