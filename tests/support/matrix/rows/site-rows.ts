import type { Who } from "../cast.ts";
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

/** Viewers of its link look at a site, too. */
const LOOKS = [...EVERY_MEMBER, "shareViewer"] as const;

/** Where a site is and may be is the administrators' to say. */
const PLACERS: readonly Who[] = [
  "stranger",
  "administrator",
  "owner",
  "managingToken",
  "narrowToken",
];
const HERE = { latitude: 53.55, longitude: 9.99 };

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
  "POST /site/v2/getSiteById": { ...readsSite, may: LOOKS, input: bySite() },
  "POST /site/v2/getForPage": { ...readsSite, may: LOOKS, input: bySite() },
  "POST /site/v2/getSiteBySN": { ...readsSite, may: EVERY_MEMBER, input: bySerial },
  "POST /site/v4/getMapBySearchFilter": { ...reads, may: SIGNED_IN, input: ofOneself() },
  "POST /basic/v2/map/geonames/timezoneconutry": {
    ...reads,
    may: SIGNED_IN,
    input: ofOneself(HERE),
  },
  "POST /site/v2/updateGeoFence": {
    ...writesSite,
    may: PLACERS,
    input: bySite({ geofence: { shape: "circle", centre: HERE, radius: 250 } }),
  },
  "POST /site/v2/updateGPSInfo": {
    ...writesSite,
    may: PLACERS,
    input: bySite({ ...HERE, location: "Hamburg", timeZone: "Europe/Berlin" }),
  },
  // Written down for the log-out: where this session may have sockets.
  "POST /site/v2/socketTicket": { ...writesSite, may: LOOKS, input: bySite() },
};
