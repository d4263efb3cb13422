import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isJournalWhat, JOURNAL_WHATS } from "#domain/journal/journal-kinds.ts";
import { operations } from "#operations/table.ts";

/** What each operation that changes a site or access to it records in the site's journal. */
const RECORDED: Readonly<Record<string, readonly string[]>> = {
  "POST /site/v2/add": ["access.claimed"],
  "POST /site/v2/updateName": ["site.renamed"],
  "POST /site/v2/updateElectricityPrice": ["site.pricesChanged"],
  "POST /site/v2/updateReduceScale": ["site.co2FactorChanged"],
  "POST /site/v2/updateSolarPeak": ["site.solarPeakChanged"],
  "POST /site/v2/updateGPSInfo": ["site.moved"],
  "POST /site/v2/updateGeoFence": ["site.fenceChanged"],
  "POST /site/v2/history/updateRetention": ["site.retentionChanged"],
  "POST /site/v2/updateBanner": ["site.bannerChanged"],
  "POST /site/v2/gallery/add": ["site.pictureAdded"],
  "POST /site/v2/gallery/delete": ["site.pictureRemoved"],
  "POST /site/v2/config/add": ["site.configAdded"],
  "POST /site/v2/config/update": ["site.configChanged"],
  "POST /site/v2/config/delete": ["site.configRemoved"],
  "POST /site/v2/tag/add": ["site.tagAdded"],
  "POST /site/v2/tag/delete": ["site.tagRemoved"],
  "POST /site/v2/delete": ["site.deleted"],
  "POST /site/v2/restore": ["site.restored"],
  "POST /site/v2/replaceSystemId": ["module.replaced"],
  "POST /site/v2/unlink": ["module.unlinked"],
  "POST /site/v2/equipment/updateAlias": ["equipment.renamed"],
  "POST /site/v1/equipment/extra/add": ["equipment.extraAdded"],
  "POST /site/v1/equipment/extra/del": ["equipment.extraRemoved"],
  "POST /site/v2/share/add": ["share.created"],
  "POST /site/v2/share/delete": ["share.deleted"],
  "POST /site/v2/share/renew": ["share.renewed"],
  "POST /site/v2/share/updatePassword": ["share.passwordSet", "share.passwordRemoved"],
  "POST /site/v2/share/locationHide": ["share.locationHidden", "share.locationShown"],
  "POST /site/v2/share/showWorld": ["share.published", "share.unpublished"],
  "POST /site/v2/user/invite": ["access.invited"],
  "POST /site/v2/user/accept": ["access.accepted", "access.transferAccepted"],
  "POST /site/v2/user/decline": ["access.declined"],
  "POST /site/v2/user/apply": ["access.applied"],
  "POST /site/v2/user/pass": ["access.approved"],
  "POST /site/v2/user/refuse": ["access.refused"],
  "POST /site/v2/user/delete": ["access.removed", "access.invitationWithdrawn"],
  "POST /site/v2/user/updateRole": ["access.roleChanged", "access.endChanged"],
  "POST /site/v2/user/updateReceive": ["access.alarmsSwitched"],
  "POST /site/v2/user/leave": ["access.left"],
  "POST /site/v2/user/setDealer": ["access.madeDealer", "access.dealerRemoved"],
  "POST /site/v2/user/withdrawTransfer": ["access.transferWithdrawn"],
  "POST /site/v2/user/batchOpera": ["access.invited", "access.removed"],
  "POST /site/v2/message/export": ["export.journal"],
  "POST /site/v1/chart/overallStats/exportTask/add": ["export.data"],
  "POST /site/v2/archive/add": ["export.archive"],
  "POST /site/v2/webhook/update": ["site.webhookSet"],
  "POST /site/v2/webhook/rotate": ["site.webhookSecretReplaced"],
  "POST /site/v2/webhook/delete": ["site.webhookDeleted"],
};

/** Writing operations of a site that record nothing, with the reason. */
const UNRECORDED: Readonly<Record<string, string>> = {
  "POST /site/v2/chart/selection/save": "a list of the caller's own",
  "POST /site/v2/chart/selection/delete": "a list of the caller's own",
  "POST /site/v2/chart/selection/list": "reads a list of the caller's own",
  "POST /site/v1/chart/overallStats/exportTask/download": "a file of the caller's own",
  "POST /site/v1/chart/overallStats/exportTask/delete": "a file of the caller's own",
  "POST /site/v2/checksn": "looks up a serial number",
  "POST /site/v2/webhook/test": "sends a message without effect",
  "POST /site/v2/socketTicket": "the commands of the socket are recorded when they end",
};

/** Operations of settings, imports, firmware and alarms: the site's object records them, tests/workers checks what. */
const OF_SETTINGS = /^POST \/site\/v\d\/(setting|equipment\/remote)\//;
const OF_IMPORTS = /^POST \/site\/v\d\/import\//;
const OF_FIRMWARE = /^POST \/site\/v\d\/(equipment\/remote\/update|rollout\/)/;
const OF_ALARMS = /^POST \/(site\/v\d\/alarm|alarm)\//;

/** Prefixes of operations that change no site: accounts, tokens, files of users, news. */
const ELSEWHERE = /^(GET|POST) \/(user|auth|basic|help|platform)\//;

function undecided(rows: readonly { path: string; writes: boolean }[]): string[] {
  return rows
    .filter(({ writes }) => writes)
    .map(({ path }) => path)
    .filter((path) => !ELSEWHERE.test(path) && !OF_ALARMS.test(path) && !OF_FIRMWARE.test(path))
    .filter((path) => !OF_SETTINGS.test(path) && !OF_IMPORTS.test(path))
    .filter((path) => !(path in RECORDED) && !(path in UNRECORDED));
}

test("every operation that changes a site decides what it records in the journal", () => {
  expect(undecided(operations), "add it to RECORDED or UNRECORDED").toEqual([]);
  const paths = operations.map(({ path }) => path as string);
  const named = [...Object.keys(RECORDED), ...Object.keys(UNRECORDED)];
  expect(named.filter((path) => !paths.includes(path))).toEqual([]);
});

test("a planted operation that decides nothing is caught", () => {
  expect(undecided([{ path: "POST /site/v2/paint", writes: true }])).toEqual([
    "POST /site/v2/paint",
  ]);
  expect(undecided([{ path: "POST /site/v2/paint", writes: false }])).toEqual([]);
});

test("what is recorded is known, and written by the database or the site's object", () => {
  expect(
    Object.values(RECORDED)
      .flat()
      .filter((what) => !isJournalWhat(what)),
  ).toEqual([]);
  const sources = globSync([
    "database/**/*.ts",
    "durable-objects/site/**/*.ts",
    "domain/members/membership-change.ts",
    "migrations/*.sql",
  ])
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  // The trigger on the changes of access composes the names of its kinds.
  const isWritten = (what: string) =>
    sources.includes(`"${what}"`) ||
    sources.includes(`'${what}'`) ||
    (what.startsWith("access.") && sources.includes(`"${what.slice(7)}",`));
  expect(
    Object.values(RECORDED)
      .flat()
      .filter((what) => !isWritten(what)),
  ).toEqual([]);
  expect(new Set(JOURNAL_WHATS).size).toBe(JOURNAL_WHATS.length);
});
