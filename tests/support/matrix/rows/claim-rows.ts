import { deletedSiteFor, labelFor, siteNameFor, type Who } from "../cast.ts";
import {
  BUT_DEMO,
  bySite,
  EVERY_MEMBER,
  type Input,
  ofOneself,
  reads,
  readsSite,
  SIGNED_IN,
  writes,
  writesSite,
} from "../row-inputs.ts";
import type { Row } from "../walk.ts";

/** Every user with an account may add sites; a token for certain sites may not. */
const NEWCOMERS: readonly Who[] = [...BUT_DEMO, "managingToken"];
const OWNERS: readonly Who[] = ["stranger", "owner"];
const ADMINISTRATORS: readonly Who[] = [...OWNERS, "managingToken", "narrowToken", "administrator"];

const prices = { electricityPrice: 0.32, priceUnit: "EUR", feedInPrice: 0.08 };
const place = { name: "New roof", latitude: 53.55, longitude: 9.99 };
const IMPORTED = {
  layerId: "5".repeat(43),
  name: "report.csv",
  portal: "other",
  from: Date.UTC(2024, 0, 1),
  until: Date.UTC(2024, 0, 2),
  rows: 96,
  parts: 1,
  values: 96,
};
/** With the site's name typed to show that it is meant. */
const byTypedName: Input = (who, which) => bySite({ name: siteNameFor(who) })(who, which);

const endsSite = { ...writesSite, alone: true, confirms: true } as const;

/** How a user gets a site, and how they lose it. */
export const claimRows: Readonly<Record<string, Row>> = {
  "POST /site/v2/checksn": { ...reads, may: NEWCOMERS, input: labelFor, absent: 422 },
  "POST /site/v2/add": {
    ...writes,
    may: NEWCOMERS,
    input: (who, which) => ({ ...labelFor(who, which), ...place, ...prices }),
    absent: 422,
  },
  "POST /site/v2/updateName": {
    ...writesSite,
    may: ADMINISTRATORS,
    input: bySite({ name: "Other roof" }),
    alone: true,
  },
  "POST /site/v2/updateElectricityPrice": {
    ...writesSite,
    may: ADMINISTRATORS,
    input: bySite(prices),
  },
  "POST /site/v2/updateSolarPeak": {
    ...writesSite,
    may: ADMINISTRATORS,
    input: bySite({ solarPeak: 9_600 }),
  },
  // It needs a `rule` above 0, which no caller here has.
  "POST /site/v2/updateReduceScale": {
    ...writesSite,
    may: EVERY_MEMBER.filter((who) => who !== "demo" && who !== "lookingToken"),
    input: bySite({ reduceScale: 0.5 }),
    own: [403],
  },
  "POST /site/v2/history/retention": { ...readsSite, may: ADMINISTRATORS, input: bySite() },
  "POST /site/v2/history/updateRetention": {
    ...writesSite,
    may: ADMINISTRATORS,
    input: bySite({ years: 5 }),
  },
  "POST /site/v2/import/list": { ...readsSite, may: ADMINISTRATORS, input: bySite() },
  "POST /site/v2/import/overlap": {
    ...readsSite,
    may: ADMINISTRATORS,
    input: bySite({ from: IMPORTED.from, until: IMPORTED.until, registers: ["0100"] }),
  },
  "POST /site/v2/import/begin": { ...writesSite, may: ADMINISTRATORS, input: bySite(IMPORTED) },
  // No import has this id.
  "POST /site/v2/import/write": {
    ...writesSite,
    may: ADMINISTRATORS,
    input: bySite({
      layerId: "0".repeat(43),
      part: 0,
      content: { kind: "energies", at: [IMPORTED.from], columns: { solar: [1] } },
    }),
    own: [404],
  },
  "POST /site/v2/import/undo": {
    ...writesSite,
    may: ADMINISTRATORS,
    input: bySite({ layerId: "0".repeat(43) }),
    own: [404],
  },
  "POST /site/v2/replaceSystemId": {
    ...writesSite,
    may: OWNERS,
    input: (who, which) => ({ ...bySite()(who, which), ...labelFor(who, "own") }),
    alone: true,
    confirms: true,
  },
  "POST /site/v2/unlink": { ...endsSite, may: OWNERS, input: byTypedName },
  "POST /site/v2/archive/add": {
    ...writesSite,
    // The archives of an owner would be more than a user may prepare at the same time.
    alone: true,
    may: OWNERS,
    input: bySite(),
    confirms: true,
  },
  "POST /site/v2/delete": { ...endsSite, may: OWNERS, input: byTypedName },
  "POST /site/v2/getDeleted": { ...reads, may: SIGNED_IN, input: ofOneself() },
  // There is one that can be taken back, and it is the owner's.
  "POST /site/v2/restore": {
    ...writes,
    may: NEWCOMERS,
    input: (who, which) => ({ id: deletedSiteFor(who, which) }),
    own: [200, 404],
    alone: true,
  },
};
