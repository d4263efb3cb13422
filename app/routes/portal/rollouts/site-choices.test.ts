import { expect, test } from "vitest";
import { MAX_ROLLOUT_SITES } from "#domain/rollouts/limits.ts";
import type { SiteChoice } from "./rollouts-data.ts";
import { filterSites, NO_FILTER, orderSites, tick } from "./site-choices.ts";

const site = (siteId: number, more: Partial<SiteChoice> = {}): SiteChoice => ({
  ...{ siteId, name: `Site ${siteId}`, location: "", status: "normal", reason: null, ...more },
});
const none = new Map<number, SiteChoice>();
const idsOf = (sites: readonly SiteChoice[]) => sites.map(({ siteId }) => siteId);

test("sites are found by words of name and location, without accents, and by status", () => {
  const sites = [
    site(1, { name: "École du Port", location: "Nantes" }),
    site(2, { name: "Harbour roof", status: "fault" }),
  ];
  const find = (search: string) => idsOf(filterSites(sites, { ...NO_FILTER, search }, none));
  expect(find("nantes ecole")).toEqual([1]);
  expect(find(" ")).toEqual([1, 2]);
  expect(find("ecole roof")).toEqual([]);
  const faulty = { ...NO_FILTER, statuses: new Set(["fault"] as const) };
  expect(idsOf(filterSites(sites, faulty, none))).toEqual([2]);
  const ticked = tick(none, [sites[0] ?? site(0)], true);
  expect(idsOf(filterSites(sites, { ...NO_FILTER, isTickedOnly: true }, ticked))).toEqual([1]);
});

test("ticked sites alone are shown also if the searched list lacks them, and all once none is ticked", () => {
  const listed = [site(1, { name: "Harbour roof" })];
  const only = { ...NO_FILTER, isTickedOnly: true };
  const ticked = tick(none, [site(2, { name: "North farm" })], true);
  const find = (search: string, of: typeof ticked) =>
    idsOf(filterSites(listed, { ...only, search }, of, true));
  expect(find("", ticked)).toEqual([2]);
  expect(find("harbour", ticked)).toEqual([]);
  // The server found the first site by its serial number.
  expect(find("0033", none)).toEqual([1]);
});

test("sites that cannot take part are not ticked, and not more than a rollout has", () => {
  const sites = [
    site(1, { reason: "forbidden" }),
    site(2, { reason: "inRollout" }),
    site(3, { reason: "offline" }),
  ];
  expect([...tick(none, sites, true).keys()]).toEqual([3]);
  const many = Array.from({ length: MAX_ROLLOUT_SITES + 5 }, (_, place) => site(place));
  const all = tick(none, many, true);
  expect(all.size).toBe(MAX_ROLLOUT_SITES);
  expect(tick(all, many, false).size).toBe(0);
});

test("the chosen site is the first, and one that is offline is none of the first by itself", () => {
  const ticked = tick(none, [site(1, { reason: "offline" }), site(2), site(3)], true);
  expect(idsOf(orderSites(ticked, null))).toEqual([2, 3, 1]);
  expect(idsOf(orderSites(ticked, 3))).toEqual([3, 2, 1]);
});
