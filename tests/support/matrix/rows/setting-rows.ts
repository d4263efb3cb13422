import type { Who } from "../cast.ts";
import { bySite, readsSite, writesSite } from "../row-inputs.ts";
import type { Row } from "../walk.ts";

const CONFIGURERS: readonly Who[] = [
  "stranger",
  "full",
  "dealer",
  "administrator",
  "owner",
  "managingToken",
  "narrowToken",
];
const ADMINISTRATORS: readonly Who[] = ["stranger", "administrator", "owner"];
const OWNERS: readonly Who[] = ["stranger", "owner"];
/** The page of the parameters is hidden from role 3; the demo account reads it, too. */
const READERS: readonly Who[] = [...CONFIGURERS, "lookingToken", "demo"];
const REFUSED = 409;
const UNKNOWN_REGISTER = 422;
const ABSENT = 404;

const changeId = "5b7f5f0c-7a51-4f0e-8f5f-3f1b8a6f2d11";
const change = { changeId, items: [{ address: "7E44010001", value: 1 }] };

/** The settings of a site. The sites of the matrix have no logger, so that no change reaches one. */
export const settingRows: Readonly<Record<string, Row>> = {
  "POST /site/v2/setting/list": { ...readsSite, may: READERS, input: bySite() },
  "POST /site/v2/setting/change": {
    ...writesSite,
    may: CONFIGURERS,
    own: [UNKNOWN_REGISTER],
    input: bySite(change),
  },
  "POST /site/v2/setting/changes": { ...readsSite, may: CONFIGURERS, input: bySite() },
  "POST /site/v2/setting/seen": {
    ...writesSite,
    may: CONFIGURERS,
    input: bySite({ changeIds: [changeId] }),
  },
  "POST /site/v2/setting/drift": {
    ...writesSite,
    may: CONFIGURERS,
    own: [ABSENT],
    input: bySite({ address: "7E44010001" }),
  },
  "POST /site/v2/setting/lock": {
    ...writesSite,
    may: OWNERS,
    input: bySite({ locked: false, unattended: false }),
  },
  "POST /site/v2/setting/password/set": {
    ...writesSite,
    may: ADMINISTRATORS,
    input: bySite({ password: null }),
  },
  "POST /site/v2/setting/password/enter": {
    ...writesSite,
    may: CONFIGURERS,
    own: [UNKNOWN_REGISTER],
    input: bySite({ password: "a password" }),
  },
  "POST /site/v2/setting/password/exit": { ...writesSite, may: CONFIGURERS, input: bySite() },
  "POST /site/v2/setting/snapshots": { ...readsSite, may: CONFIGURERS, input: bySite() },
  "POST /site/v2/setting/snapshot": {
    ...readsSite,
    may: CONFIGURERS,
    own: [ABSENT],
    input: bySite({ snapshotId: 1 }),
  },
  "POST /site/v2/setting/diff": {
    ...readsSite,
    may: CONFIGURERS,
    own: [ABSENT],
    input: bySite({ from: 1 }),
  },
  "POST /site/v2/setting/restore": {
    ...readsSite,
    may: CONFIGURERS,
    own: [ABSENT],
    input: bySite({ snapshotId: 1 }),
  },
  "POST /site/v2/equipment/remote/reset": {
    ...writesSite,
    may: CONFIGURERS,
    own: [REFUSED],
    input: bySite({ changeId, what: "battery", confirm: "battery" }),
  },
  "POST /site/v2/equipment/remote/clocksync": {
    ...writesSite,
    may: CONFIGURERS,
    own: [REFUSED],
    input: bySite({ changeId }),
  },
  "POST /site/v2/equipment/remote/authtoken": {
    ...writesSite,
    may: CONFIGURERS,
    own: [REFUSED],
    input: bySite({ changeId, token: "a token" }),
  },
  "POST /site/v2/equipment/remote/control": {
    ...writesSite,
    may: CONFIGURERS,
    own: [REFUSED],
    input: bySite({ changeId, what: "generator", value: 1 }),
  },
};
