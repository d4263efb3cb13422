import { expect, test } from "vitest";
import {
  countFilters,
  NO_FILTER,
  readAlarmFilter,
  spanOfFilter,
  writeAlarmFilter,
} from "./alarm-filter.ts";

const USUAL = { ...NO_FILTER, period: "month" as const };
const read = (query: string) => readAlarmFilter(new URLSearchParams(query), USUAL);

test("filters survive their address, beside the key of the site", () => {
  const filter = {
    ...USUAL,
    period: "custom" as const,
    from: "2026-03-01",
    to: "2026-03-02",
    source: "user rule" as const,
    level: "fault" as const,
    state: "open" as const,
    unacknowledged: true,
    search: "Rack 3",
    page: 2,
  };
  const written = writeAlarmFilter("?key=abc&page=7", filter, USUAL);
  expect(new URLSearchParams(written).get("key")).toBe("abc");
  expect(read(written)).toEqual(filter);
});

test("the usual filters are not part of the address", () => {
  expect(writeAlarmFilter("?key=abc&level=fault", USUAL, USUAL)).toBe("?key=abc");
  expect(countFilters({ ...USUAL, page: 3, alarm: 7 }, USUAL)).toBe(0);
  expect(countFilters({ ...USUAL, level: "info" }, USUAL)).toBe(1);
  const custom = { period: "custom", from: "2026-03-01", to: "2026-03-02" } as const;
  expect(countFilters({ ...USUAL, ...custom, search: "Rack" }, USUAL)).toBe(2);
});

test.each([
  "period=century",
  "from=2026-02-30&to=x",
  "source=users",
  "level=panic",
  "page=0",
  "page=-1",
  "page=1.5",
  "alarm=none",
])("a wrong filter filters nothing: %s", (query) => {
  expect(read(query)).toEqual(USUAL);
});

test("a search is cut, not refused", () => {
  expect(read(`search=${"x".repeat(500)}`).search).toHaveLength(100);
});

test("a custom period has both of its local days in full", () => {
  const day = { ...USUAL, period: "custom" as const, from: "2026-03-29", to: "2026-03-29" };
  const { from = 0, to = 0 } = spanOfFilter(day, "Europe/Berlin", 0);
  expect((to - from) / 3_600_000).toBe(23);
  expect(spanOfFilter({ ...day, to: "" }, "UTC", 0)).toEqual({ from: Date.UTC(2026, 2, 29) });
  expect(spanOfFilter({ ...USUAL, period: "day" }, "UTC", 86_400_000 * 3)).toEqual({
    from: 86_400_000 * 2,
  });
});
