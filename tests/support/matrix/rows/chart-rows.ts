import { bySite, EVERY_MEMBER, ofOneself, reads, readsSite, SIGNED_IN } from "../row-inputs.ts";
import type { Row } from "../walk.ts";

/** Viewers of its link see a site's realtime, too. */
const LOOKS = [...EVERY_MEMBER, "shareViewer"] as const;

/** What a site has done, and what is around it. */
export const chartRows: Readonly<Record<string, Row>> = {
  "POST /site/v2/chart/overallStats": { ...readsSite, may: LOOKS, input: bySite() },
  "POST /site/v2/chart/solar/summary": { ...readsSite, may: LOOKS, input: bySite() },
  "POST /site/v2/chart/periodrecord/curve": {
    ...readsSite,
    may: LOOKS,
    input: bySite({
      addresses: ["FFFF000100"],
      startDateTime: "2026-06-01 00:00:00",
      endDateTime: "2026-06-30 23:59:59",
    }),
  },
  "POST /basic/v3/map/geonames/weather": {
    ...reads,
    may: SIGNED_IN,
    input: ofOneself({ latitude: 53.5, longitude: 10 }),
  },
};
