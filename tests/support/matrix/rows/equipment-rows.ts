import { siteIdFor } from "../cast.ts";
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

// Specification, section 6: the page of devices is hidden from role 3, and the states of equipment are for all.
const LISTS = EVERY_MEMBER.filter((who) => who !== "monitor");
/** The demo account changes nothing, nor does a token that only looks. */
const EDITS = LISTS.filter((who) => !["demo", "lookingToken"].includes(who));

/** Equipment of a site. */
export const equipmentRows: Readonly<Record<string, Row>> = {
  "POST /site/v2/equipment/getAllBySiteId": {
    ...readsSite,
    may: [...EVERY_MEMBER, "shareViewer"],
    input: bySite(),
  },
  "POST /site/v2/equipment/getMergeBySiteId": { ...readsSite, may: LISTS, input: bySite() },
  "POST /site/v2/equipment/updateAlias": {
    ...writesSite,
    may: EDITS,
    input: bySite({ address: "003311", alias: "Garage" }),
    // No logger has ever described equipment at the sites of the matrix.
    own: [404],
  },
  "POST /site/v1/equipment/extra/list": { ...readsSite, may: LISTS, input: bySite() },
  "POST /site/v1/equipment/extra/add": {
    ...writesSite,
    may: EDITS,
    input: bySite({ typeCode: "008B", name: "Spare battery" }),
  },
  "POST /site/v1/equipment/extra/del": {
    ...writesSite,
    may: EDITS,
    input: (who, which) => {
      const siteId = siteIdFor(who, which);
      return { siteId, id: siteId };
    },
  },
  "POST /site/v2/product/getAll": {
    ...reads,
    may: SIGNED_IN,
    input: ofOneself({ languageCode: "de" }),
  },
};
