import { bySite, EVERY_MEMBER, readsSite, writesSite } from "../row-inputs.ts";
import type { Row } from "../walk.ts";

const updateId = "5f7c2a52-4a5e-4b5e-9f0d-0c8f6f0f7a11";
/** Neither monitors nor the demo account. */
const CHANGES = EVERY_MEMBER.filter((who) => who !== "monitor" && who !== "demo");
/** A token that only reads updates nothing, and sees no updates. */
const UPDATES = CHANGES.filter((who) => who !== "lookingToken");

/** Firmware of a site. The sites of the matrix have no release, so nothing can begin. */
export const firmwareRows: Readonly<Record<string, Row>> = {
  "POST /site/v2/equipment/getUpdateInfoBySiteId": {
    ...readsSite,
    may: UPDATES,
    input: bySite(),
  },
  "POST /site/v4/equipment/getMergeUpdateInfoBySiteId": {
    ...readsSite,
    may: UPDATES,
    input: bySite(),
  },
  "POST /site/v2/equipment/remote/update": {
    ...writesSite,
    may: UPDATES,
    input: bySite({ updateId, address: "003311", releaseId: 1 }),
    own: [404],
  },
  "POST /site/v2/equipment/remote/update/all": {
    ...writesSite,
    may: UPDATES,
    input: bySite(),
    own: [409],
  },
  "POST /site/v2/equipment/remote/update/confirm": {
    ...writesSite,
    may: UPDATES,
    input: bySite({ updateId }),
    own: [404],
  },
};
