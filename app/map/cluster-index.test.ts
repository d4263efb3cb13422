import fc from "fast-check";
import { expect, test } from "vitest";
import { STATUS_ORDER } from "#domain/sites/site-list.ts";
import { boxAround, indexSites, type MarkedSite, WORST_FIRST } from "./cluster-index.ts";

const WORLD = { west: -180, south: -90, east: 180, north: 90 };
const site = (id: number, latitude: number, longitude: number, more: Partial<MarkedSite> = {}) => ({
  id,
  name: `Site ${id}`,
  latitude,
  longitude,
  status: "normal" as const,
  owner: false,
  ...more,
});

const sitesAnywhere = fc.array(
  fc.record({
    latitude: fc.double({ min: -80, max: 80, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    status: fc.constantFrom(...WORST_FIRST),
  }),
  { minLength: 1, maxLength: 60 },
);

test("at each step every site is counted once, and a cluster has the worst status of its sites", () => {
  fc.assert(
    fc.property(sitesAnywhere, fc.integer({ min: 0, max: 19 }), (places, zoom) => {
      const sites = places.map((place, id) => ({ ...site(id, 0, 0), ...place }));
      const marked = indexSites(sites).markedIn(WORLD, zoom);
      const counted = marked.reduce(
        (sum, one) => sum + (one.kind === "cluster" ? one.count : 1),
        0,
      );
      expect(counted).toBe(sites.length);
      const worst = Math.min(...sites.map(({ status }) => WORST_FIRST.indexOf(status)));
      const shown = marked.map((one) => (one.kind === "cluster" ? one.worst : one.site.status));
      expect(Math.min(...shown.map((status) => WORST_FIRST.indexOf(status)))).toBe(worst);
    }),
  );
});

test("sites of one roof are separate at a close zoom", () => {
  const sites = [1, 2, 3].map((id) => site(id, 53.5, 10));
  const index = indexSites(sites);
  expect(index.markedIn(WORLD, 5)).toMatchObject([{ kind: "cluster", count: 3 }]);
  const near = index.markedIn(WORLD, 18);
  expect(near.map(({ kind }) => kind)).toEqual(["site", "site", "site"]);
  expect(new Set(near.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size).toBe(3);
});

test("the box around sites goes round the back of the Earth where that is shorter", () => {
  expect(boxAround([])).toBeNull();
  expect(boxAround([site(1, 50, 10), site(2, 40, -5)])).toEqual({
    west: -5,
    east: 10,
    south: 40,
    north: 50,
  });
  expect(boxAround([site(1, -17, 178), site(2, -18, -179)])).toEqual({
    west: 178,
    east: 181,
    south: -18,
    north: -17,
  });
  expect(boxAround([site(1, 1, 2)])).toEqual({ west: 2, east: 2, south: 1, north: 1 });
});

test("worst first is what it is in the list", () => {
  expect(WORST_FIRST).toEqual([...STATUS_ORDER, "neverConnected"]);
});
