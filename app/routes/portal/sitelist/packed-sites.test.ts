import { expect, test } from "vitest";
import { type ListedSite, packSites, unpackSites } from "./packed-sites.ts";

const NOW = 1_790_000_000_000;

const site: ListedSite = {
  id: 7,
  key: "k_abc",
  roleKey: "def",
  name: 'Córdoba "8" </script>',
  location: "",
  timeZoneId: "America/Cordoba",
  online: true,
  since: 1_790_000_000_000,
  status: "normal",
  alarmStatus: "none",
  batterySoc: 80.5,
  solar: null,
  metricsAt: null,
  recording: false,
  hasLog: false,
  solarCurve: null,
  yield: null,
  more: null,
};

test("packed sites unpack to the same values", () => {
  const away = { ...site, id: 8, online: false, since: null };
  const more = { tags: ["a"], country: "AR", role: 1 as const, owner: true, load: 3, grid: null };
  const wide = { ...site, id: 9, more: { ...more, createTime: 5 } };
  const replayed = { ...site, id: 10, recording: true };
  const replayedAway = { ...away, id: 11, recording: true };
  const logged = { ...replayed, id: 12, hasLog: true };
  const curved = { ...site, id: 13, solarCurve: { levels: "-0az", peak: 1234 } };
  const compared = { yield: 3.1, ratio: 0.8, among: "neighbours" as const, others: 4 };
  const all = [
    ...[site, away, wide, replayed, replayedAway, logged, curved],
    { ...wide, id: 14, yield: compared },
    { ...curved, id: 15, yield: compared },
  ];
  expect(unpackSites(packSites(all, NOW))).toEqual(all);
  expect(unpackSites(packSites([], NOW))).toEqual([]);
});

test("fields that a row does not show are not sent", () => {
  expect(packSites([{ ...site, secret: "not for the list" } as ListedSite], NOW)).not.toContain(
    "business",
  );
});
