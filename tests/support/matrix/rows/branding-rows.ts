import { isToken, siteIdFor, thingKeyFor, type Who } from "../cast.ts";
import {
  bySite,
  EVERY_MEMBER,
  type Input,
  ofOneself,
  reads,
  readsSite,
  SIGNED_IN,
  writesSite,
} from "../row-inputs.ts";
import type { Row } from "../walk.ts";

// Specification, section 6: the banner is the administrators', tags and what is like them also of those with full
// function; and a token may what its scope leaves of that.
const ADMINISTRATORS: readonly Who[] = [
  "stranger",
  "administrator",
  "owner",
  "managingToken",
  "narrowToken",
];
const FULL: readonly Who[] = [...ADMINISTRATORS, "full", "dealer"];

/** Something of the site by its number, which is the site's. */
const byThing =
  (more: Record<string, unknown> = {}): Input =>
  (who, which) => {
    const siteId = siteIdFor(who, which);
    return { siteId, id: siteId, ...more };
  };
/** A picture that the caller has uploaded. */
const ownPicture = (who: Who) =>
  `/files/${thingKeyFor("avatar", isToken(who) ? "owner" : who, "own")}`;

/** Branding of a site: banner, pictures, tags, configs. */
export const brandingRows: Readonly<Record<string, Row>> = {
  "POST /site/v2/updateBanner": {
    ...writesSite,
    may: ADMINISTRATORS,
    input: (who, which) => ({
      id: siteIdFor(who, which),
      textPosition: 4,
      bannerText: "Sun",
      bannerImages: [ownPicture(who)],
    }),
    alone: true,
  },

  "POST /site/v2/gallery/getAllBySiteId": { ...readsSite, may: EVERY_MEMBER, input: bySite() },
  "POST /site/v2/gallery/add": {
    ...writesSite,
    may: ADMINISTRATORS,
    input: (who, which) => ({ siteId: siteIdFor(who, which), image: ownPicture(who) }),
    alone: true,
  },
  "POST /site/v2/gallery/delete": { ...writesSite, may: ADMINISTRATORS, input: byThing() },

  "POST /site/v2/tag/getAllBySiteId": { ...readsSite, may: EVERY_MEMBER, input: bySite() },
  "POST /site/v2/tag/add": {
    ...writesSite,
    may: FULL,
    input: (who, which) => ({ siteId: siteIdFor(who, which), name: `of-${who}` }),
  },
  "POST /site/v2/tag/delete": { ...writesSite, may: FULL, input: bySite({ name: "barn" }) },

  "POST /site/v2/config/getAllConfigOptionBylanguageCode": {
    ...reads,
    may: SIGNED_IN,
    input: ofOneself({ languageCode: "de" }),
  },
  "POST /site/v2/config/getAllBySiteIdAndlanguageCode": {
    ...readsSite,
    may: EVERY_MEMBER,
    input: bySite(),
  },
  "POST /site/v2/config/add": {
    ...writesSite,
    may: FULL,
    input: bySite({ option: "yearBuilt", value: "2021" }),
    alone: true,
  },
  "POST /site/v2/config/update": { ...writesSite, may: FULL, input: byThing({ value: "12" }) },
  "POST /site/v2/config/delete": { ...writesSite, may: FULL, input: byThing() },
};
