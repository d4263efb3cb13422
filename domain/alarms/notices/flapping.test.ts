import fc from "fast-check";
import { expect, test } from "vitest";
import { groupFlapping } from "./flapping.ts";

const MIN = 60_000;
/** Episodes of one minute that start at the given minutes. */
const at = (...minutes: number[]) =>
  minutes.map((start) => ({ startTime: start * MIN, endTime: (start + 1) * MIN }));

/** Rows as the minutes of their first start, their number of episodes and the minute of their end. */
function rows(episodes: ReturnType<typeof at>, nowMinute = 10_000) {
  return groupFlapping(episodes, nowMinute * MIN).map(
    ({ episodes: [first, ...others], endTime }) => [
      (first?.startTime ?? 0) / MIN,
      1 + others.length,
      endTime === null ? null : endTime / MIN,
    ],
  );
}

test("five episodes in an hour are five rows", () => {
  expect(rows(at(0, 10, 20, 30, 40))).toEqual([
    [0, 1, 1],
    [10, 1, 11],
    [20, 1, 21],
    [30, 1, 31],
    [40, 1, 41],
  ]);
});

test("the sixth episode makes one row of all six", () => {
  expect(rows(at(0, 10, 20, 30, 40, 60))).toEqual([[0, 6, 61]]);
  expect(groupFlapping(at(0, 10, 20, 30, 40, 60), 0)[0]?.flappingAt).toBe(60 * MIN);
});

test("six episodes in more than an hour are six rows", () => {
  expect(rows(at(0, 10, 20, 30, 40, 61))).toHaveLength(6);
});

test("the row continues with each episode until the key has been quiet for 30 min", () => {
  const storm = at(0, 5, 10, 15, 20, 25, 55.9, 86.8);
  expect(rows(storm)).toEqual([[0, 8, 87.8]]);
  expect(rows([...at(0, 5, 10, 15, 20, 25), ...at(56)])).toEqual([
    [0, 6, 26],
    [56, 1, 57],
  ]);
});

test("the row is open until the key has been quiet for 30 min", () => {
  const storm = at(0, 5, 10, 15, 20, 25);
  expect(rows(storm, 55.9)).toEqual([[0, 6, null]]);
  expect(groupFlapping(storm, 55 * MIN)[0]?.quietAt).toBe(56 * MIN);
  expect(rows(storm, 56)).toEqual([[0, 6, 26]]);
});

test("after a quiet time six further episodes flap again", () => {
  const twice = at(0, 1, 2, 3, 4, 5, 40, 41, 42, 43, 44);
  expect(rows(twice)).toHaveLength(6);
  expect(rows([...twice, ...at(50)])).toEqual([
    [0, 6, 6],
    [40, 6, 51],
  ]);
});

test("an active episode keeps its row open", () => {
  const open = [...at(0, 1, 2, 3, 4), { startTime: 5 * MIN, endTime: null }];
  expect(groupFlapping(open, 600 * MIN)).toMatchObject([{ endTime: null, quietAt: null }]);
});

test("rows contain each episode once, and evaluating again from the start of any row gives the same rows", () => {
  const steps = fc.array(fc.constantFrom(1, 2, 5, 12, 29, 30, 31, 61), { maxLength: 40 });
  fc.assert(
    fc.property(steps, fc.nat(), (gaps, pick) => {
      let start = 0;
      const episodes = gaps.map((gap) => {
        start += gap * MIN;
        return { startTime: start, endTime: start + MIN / 2 };
      });
      const groups = groupFlapping(episodes, start);
      expect(groups.flatMap((group) => group.episodes)).toEqual(episodes);
      // A row of a single episode may become part of a row up to an hour later.
      const chosen = groups[pick % Math.max(1, groups.length)];
      const from = (chosen?.episodes[0]?.startTime ?? 0) - 60 * MIN;
      const known = groups.findIndex(({ episodes: [first] }) => (first?.startTime ?? 0) >= from);
      const again = groupFlapping(
        groups.slice(Math.max(0, known)).flatMap((group) => group.episodes),
        start,
      );
      expect(again.at(-1)).toEqual(groups.at(-1));
    }),
  );
});
