import { invitationIdFor, personIdFor, siteIdFor, type Which, type Who } from "../cast.ts";
import {
  BUT_DEMO,
  bySite,
  EVERY_MEMBER,
  type Input,
  ofOneself,
  reads,
  readsSite,
  writes,
  writesSite,
} from "../row-inputs.ts";
import type { Row } from "../walk.ts";

/** Who looks after a site's people, and who of them owns it: tokens that may manage act as their owner. */
const OWNERS: readonly Who[] = ["stranger", "owner", "managingToken", "narrowToken"];
const ADMINISTRATORS: readonly Who[] = [...OWNERS, "administrator"];
/** Full function looks at the list, the demo account and monitors do not. */
const LOOKING: readonly Who[] = [...ADMINISTRATORS, "full", "dealer", "lookingToken"];
/** Of sites to come: a token for certain sites has none. */
const NEWCOMERS: readonly Who[] = [...BUT_DEMO, "managingToken"];

const onMember =
  (more: Record<string, unknown> = {}): Input =>
  (who, which) => ({ id: siteIdFor(who, which), userId: personIdFor(which, "helped"), ...more });
const onApplicant =
  (more: Record<string, unknown> = {}): Input =>
  (who, which) => ({ id: siteIdFor(who, which), userId: personIdFor(which, "asking"), ...more });
const onInvitation: Input = (who, which: Which) => ({ id: invitationIdFor(who, which) });

/** People of a site. */
export const memberRows: Readonly<Record<string, Row>> = {
  // The same is said of a serial number that there is and of one that there is not.
  "POST /site/v2/user/apply": {
    ...writes,
    may: NEWCOMERS,
    input: ofOneself({ sn: "NOTHING-1" }),
  },
  "POST /site/v2/user/invite": {
    ...writesSite,
    may: ADMINISTRATORS,
    input: bySite({ email: "guest@example.net", role: 2 }),
  },
  "POST /site/v2/user/pass": {
    ...writesSite,
    may: ADMINISTRATORS,
    input: onApplicant({ role: 3 }),
    alone: true,
  },
  "POST /site/v2/user/refuse": {
    ...writesSite,
    may: ADMINISTRATORS,
    input: onApplicant(),
    alone: true,
  },
  "POST /site/v2/user/delete": {
    ...writesSite,
    may: ADMINISTRATORS,
    input: onMember(),
    alone: true,
  },
  "POST /site/v2/user/updateRole": {
    ...writesSite,
    may: ADMINISTRATORS,
    input: onMember({ role: 2 }),
    alone: true,
  },
  "POST /site/v2/user/updateReceive": {
    ...writesSite,
    may: ADMINISTRATORS,
    input: onMember({ receive: true }),
  },
  "POST /site/v2/user/getNormalBySiteId": { ...readsSite, may: LOOKING, input: bySite() },
  "POST /site/v2/user/getCheckBySiteId": { ...readsSite, may: LOOKING, input: bySite() },
  "POST /site/v2/user/getAccessChanges": { ...readsSite, may: ADMINISTRATORS, input: bySite() },
  // Another user's site is not distinguished from a missing one: the answer says the same of each.
  "POST /site/v2/user/batchOpera": {
    ...writes,
    may: NEWCOMERS,
    input: (who, which) => ({
      siteIds: [siteIdFor(who, which)],
      users: ["helper@example.net"],
      operation: "assign",
    }),
    absent: 200,
  },
  "POST /site/v2/user/invitations": { ...reads, may: NEWCOMERS, input: ofOneself() },
  "POST /site/v2/user/accept": {
    ...writes,
    may: NEWCOMERS,
    input: onInvitation,
    alone: true,
  },
  "POST /site/v2/user/decline": {
    ...writes,
    may: NEWCOMERS,
    input: onInvitation,
    alone: true,
  },
  // None is pending.
  "POST /site/v2/user/withdrawTransfer": {
    ...writesSite,
    may: ["stranger", "owner"],
    input: bySite(),
    own: [404],
  },
  // The owner hands the site over first.
  "POST /site/v2/user/leave": {
    ...writesSite,
    may: EVERY_MEMBER.filter((who) => who !== "demo" && who !== "lookingToken"),
    input: bySite(),
    own: [200, 409],
    alone: true,
  },
  // The member is no dealer by trade.
  "POST /site/v2/user/setDealer": {
    ...writesSite,
    may: OWNERS,
    input: onMember({ dealer: true }),
    own: [409],
    alone: true,
  },
};
