import { shareTokenFor, siteIdFor, type Who } from "../cast.ts";
import {
  bySite,
  EVERYBODY,
  type Input,
  ofOneself,
  reads,
  readsSite,
  writes,
  writesSite,
} from "../row-inputs.ts";
import type { Row } from "../walk.ts";

// Specification, section 6: the share item is for roles 1 and 2.
const SHARERS: readonly Who[] = [
  "stranger",
  "full",
  "dealer",
  "administrator",
  "owner",
  "managingToken",
  "narrowToken",
] as const;

/** A link has the number of its site. */
const byShare =
  (more: Record<string, unknown> = {}): Input =>
  (who, which) => ({ id: siteIdFor(who, which), siteId: siteIdFor(who, which), ...more });
/** Every holder of a link may open it. */
const byLink =
  (name: "tk" | "account"): Input =>
  (who, which) =>
    which === "foreign" ? null : { [name]: shareTokenFor(who, which) };
const shares = { ...writesSite, may: SHARERS, alone: true };

/** Links of a site. */
export const shareRows: Readonly<Record<string, Row>> = {
  "POST /site/v2/share/getBySiteId": { ...readsSite, may: SHARERS, input: bySite() },
  // Where there is one already, there is no second.
  "POST /site/v2/share/add": {
    ...shares,
    own: [409],
    input: bySite({ password: "", locationHide: 0, showWorld: 0 }),
  },
  "POST /site/v2/share/delete": { ...shares, input: byShare() },
  "POST /site/v2/share/renew": { ...shares, input: byShare() },
  "POST /site/v2/share/updatePassword": { ...shares, input: byShare({ password: "sunshine1" }) },
  "POST /site/v2/share/locationHide": { ...shares, input: byShare({ locationHide: 0 }) },
  "POST /site/v2/share/showWorld": { ...shares, input: byShare({ showWorld: 1 }) },
  "POST /site/v2/share/getByShareAccount": { ...reads, may: EVERYBODY, input: byLink("account") },
  "POST /auth/v2/shareLogin": { ...writes, may: EVERYBODY, input: byLink("tk") },
  "POST /site/v2/share/world": { ...reads, may: EVERYBODY, input: ofOneself() },
};
