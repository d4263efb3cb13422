import { expect, test } from "vitest";
import type { Episode } from "./monitor.ts";
import { reconcileEpisodes } from "./reconcile.ts";

const episode = (startTime: number, endTime: number | null, changes: Partial<Episode> = {}) => ({
  startTime,
  dateTime: startTime,
  endTime,
  value: 61,
  limit: 60,
  reason: endTime === null ? null : ("recovered" as const),
  ...changes,
});
const row = (logId: number, ...of: Parameters<typeof episode>) => ({ ...episode(...of), logId });

test("rows that are equal to their episodes are not written", () => {
  const rows = [row(1, 10, 20), row(2, 30, null)];
  const changes = reconcileEpisodes(rows, [episode(10, 20), episode(30, null)]);
  expect(changes).toEqual({ insert: [], update: [], remove: [] });
});

test("a row is updated if any part of its episode differs", () => {
  const found = [
    episode(10, 25),
    episode(10, 20, { dateTime: 15 }),
    episode(10, 20, { value: 63 }),
    episode(10, 20, { limit: 62 }),
    episode(10, 20, { reason: "rule changed" }),
    episode(5, 20),
  ];
  for (const each of found) {
    const rows = [row(1, 10, 20)];
    const { insert, update, remove } = reconcileEpisodes(rows, [each]);
    expect({ insert, remove }).toEqual({ insert: [], remove: [] });
    expect(update).toEqual([{ row: rows[0], episode: each }]);
  }
});

test("an episode that no row overlaps is new, and a row without an episode is removed", () => {
  const rows = [row(1, 10, 20)];
  expect(reconcileEpisodes(rows, [episode(21, 25)])).toEqual({
    insert: [episode(21, 25)],
    update: [],
    remove: rows,
  });
});

test("of two joined rows the earlier one remains", () => {
  const rows = [row(1, 10, 20), row(2, 30, null)];
  const { insert, update, remove } = reconcileEpisodes(rows, [episode(10, null)]);
  expect(insert).toEqual([]);
  expect(update.map((each) => each.row.logId)).toEqual([1]);
  expect(remove.map(({ logId }) => logId)).toEqual([2]);
});

test("of a divided row the part with its start remains, and otherwise the first part", () => {
  const rows = [row(1, 10, null)];
  const divided = reconcileEpisodes(rows, [episode(10, 15), episode(20, null)]);
  expect(divided.update[0]?.episode.endTime).toBe(15);
  expect(divided.insert).toEqual([episode(20, null)]);
  const earlier = reconcileEpisodes(rows, [episode(5, 12), episode(10, null)]);
  expect(earlier).toEqual({ insert: [episode(5, 12)], update: [], remove: [] });
});
