import { beforeAll, expect, test } from "vitest";
import { listDays } from "#domain/history/local-days.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
import { toInstants } from "#protocol/history/steps.ts";
import { framesOf } from "#simulator/histories/history-frames.ts";
import { readHousehold } from "#simulator/histories/household-history.ts";
import household from "../../simulator/recordings/givenergy-household.csv.gz?url&inline";
import { type ApiPath, callApi, callAs, type DataOf, signIn } from "../support/call-api.ts";
import { unpack } from "../support/feed-history.ts";
import { ALPHA, seedUsers } from "../support/seed-users.ts";
import { connectLogger } from "../support/site-logger.ts";

const DATE = "2025-06-02";
const BERLIN = "Europe/Berlin";
/** Of that date by the site's clocks, and by those of everybody. */
const day = { from: Date.parse("2025-06-01T22:00Z"), to: Date.parse("2025-06-02T22:00Z") };
const WORDS = ["off", "on", "charge", "assist"];

const history = readHousehold(unpack(household));
const own = {
  times: history.times,
  columns: new Map([...history.columns].filter(([address]) => address.startsWith("FFFF00"))),
};
/** Hours of a sample a second, import and export by turns, and one second of far more. */
const DENSE = {
  date: "2025-06-20",
  from: Date.parse("2025-06-20T08:00Z"),
  seconds: 9_000,
  spike: 123_456,
};

const tokens: Record<string, string> = {};

beforeAll(async () => {
  await seedUsers();
  for (const name of ["owner", "monitor"]) tokens[name] = await signIn(name);
  const logger = await connectLogger(ALPHA, {
    equipment: history.equipment.map((piece) =>
      piece.address === "003311" ? { ...piece, serial: "SECRET-SERIAL" } : piece,
    ),
  });
  const span = { from: day.from - 3 * HOUR_MS, to: day.to + 3 * HOUR_MS };
  for (const { frame, id } of framesOf(own, "past", span)) {
    logger.send(frame);
    await logger.next((answer) => answer.id === id);
  }
  const seconds = Array.from({ length: DENSE.seconds }, (_, second) => second);
  await logger.ask({
    cmd: 260,
    id: "dense",
    backlog: true,
    times: seconds.map((second) => DENSE.from + second * 1_000),
    values: {
      FFFF000120: seconds.map((second) => (second === 4_321 ? DENSE.spike : 500)),
      FFFF000110: seconds.map((second) => (second % 2 === 0 ? 300 : -200)),
    },
  });
  for (const [index, status] of WORDS.slice(1).entries())
    await logger.ask({
      cmd: 264,
      id: `state-${index}`,
      statuses: [{ address: "003311", status, at: day.from + index * 6 * HOUR_MS }],
    });
  // Of a clock that was never set.
  await logger.ask({
    cmd: 264,
    id: "unset",
    statuses: [{ address: "003311", status: "fault", at: Number.MIN_SAFE_INTEGER }],
  });
  logger.socket.close();
});

const ask = async <Path extends ApiPath>(path: Path, input: object, name = "owner") => {
  const { status, body } = await callAs(tokens[name] ?? "", path, { siteId: ALPHA, ...input });
  return { status, data: body.data as DataOf<Path> };
};

/** Returns a value that must be there. */
function given<Value>(value: Value): NonNullable<Value> {
  if (value === null || value === undefined) throw new Error("a value is missing");
  return value;
}

/** What a lifetime counter gained on the day, Wh. */
function gained(register: string, { from, to } = day): number {
  const column = own.columns.get(`FFFF00${register}`) ?? [];
  const at = (instant: number) =>
    Number(column[own.times.findLastIndex((time) => time < instant)] ?? 0);
  return at(to) - at(from);
}

const near = (val: number | null, expected: number) =>
  expect(Math.abs(given(val) - expected)).toBeLessThanOrEqual(Math.max(100, expected * 0.005));

test("a day's summary equals the lifetime counters over the local day", async () => {
  const { status, data } = await ask("/site/v2/chart/daiysummary", { date: DATE });
  expect(status).toBe(200);
  expect(data).toMatchObject({
    datetime: day.from,
    endDateTime: day.to,
    timeZoneId: BERLIN,
    symbol: "Wh",
    solar: { quality: "measured" },
    directuse: { quality: "derived" },
    generator: { val: null, quality: "missing", coverage: 0 },
    genRuntime: { val: null, quality: "missing", coverage: 0 },
  });
  near(data.solar.val, gained("0200"));
  near(data.gridImport.val, gained("0201"));
  near(data.gridExport.val, gained("0202"));
  near(data.consumption.val, gained("0203"));
  near(data.battery.val, gained("0205"));
  const [imported, exported] = [given(data.gridImport.val), given(data.gridExport.val)];
  expect(data.grid.val).toBeCloseTo(imported - exported, 2);
  expect(data.acinput).toEqual(data.gridImport);
});

test("bars of hours and days come to the same, and hold what their chart shows", async () => {
  const { data: sums } = await ask("/site/v2/chart/daiysummary", { date: DATE });
  const { data: hours } = await ask("/site/v2/chart/summary", { date: DATE, type: "day" });
  expect(hours.list).toHaveLength(24);
  expect(Object.keys(given(hours.list[0]))).toEqual([
    ...["datetime", "consumption", "solar", "acinput", "battery"],
  ]);
  const total = hours.list.reduce((all, bar) => all + (bar.solar?.val ?? 0), 0);
  expect(total).toBeCloseTo(given(sums.solar.val), 0);
  const { data: month } = await ask("/site/v2/chart/summary", {
    date: DATE,
    type: "month",
    chart: "battery",
  });
  expect(month.list).toHaveLength(30);
  expect(month.list[1]).toMatchObject({
    datetime: day.from,
    battery: sums.battery,
    batterysoc: { quality: "measured" },
    batteryvol: { val: null, quality: "missing", coverage: 0 },
  });
  expect(month.list[20]?.battery).toEqual({ val: null, quality: "missing", coverage: 0 });
  const { data: year } = await ask("/site/v2/chart/summary", { date: DATE, type: "year" });
  expect(year.list).toHaveLength(12);
  const { data: week } = await ask("/site/v2/chart/summary", { date: DATE, type: "week" });
  expect(week.list.map(({ datetime }) => datetime)[0]).toBe(day.from);
});

test("a period has bars of hours, days or months by its length, and months end where it does", async () => {
  const bars = async (startDateTime: number | string, endDateTime: number | string) => {
    const asked = { type: "period", startDateTime, endDateTime };
    const { status, data } = await ask("/site/v2/chart/summary", asked);
    expect(status).toBe(200);
    return data;
  };
  const { data: hours } = await ask("/site/v2/chart/summary", { date: DATE, type: "day" });
  expect(await bars(day.from, day.to)).toMatchObject({ bars: "hour", list: hours.list });
  expect(await bars(`${DATE} 00:00:00`, `${DATE} 23:59:59`)).toMatchObject({ list: hours.list });
  const month = await bars("2025-06-01 00:00:00", "2025-06-30 23:59:59");
  const { data: days } = await ask("/site/v2/chart/summary", { date: DATE, type: "month" });
  expect(month).toMatchObject({ bars: "day", list: days.list, endDateTime: days.endDateTime });
  const half = await bars(day.from, Date.parse("2025-12-01T00:00Z"));
  expect(half).toMatchObject({ type: "period", bars: "month", startDateTime: day.from });
  expect(half.list).toHaveLength(7);
  expect(half.list[0]).toMatchObject({ datetime: day.from });
  const inJune = days.list.slice(1).reduce((sum, bar) => sum + (bar.solar?.val ?? 0), 0);
  expect(half.list[0]?.solar?.val).toBeCloseTo(inJune, 1);
  const none = await ask("/site/v2/chart/summary", { type: "period", endDateTime: day.to });
  expect(none).toMatchObject({
    status: 422,
    data: { fields: { startDateTime: expect.any(String) } },
  });
});

test("a comparison has the bars and sums of the day, and no change to a day that is hardly known", async () => {
  const asked = { type: "day", date: DATE, chart: "solar" };
  const { status, data } = await ask("/site/v2/chart/comparison", asked);
  expect(status).toBe(200);
  const { data: bars } = await ask("/site/v2/chart/summary", asked);
  expect(data.list.map(({ previous, ...bar }) => bar)).toEqual(bars.list);
  const { data: sums } = await ask("/site/v2/chart/daiysummary", { date: DATE });
  const { solar, gridImport } = data.sums;
  near(solar.val, given(sums.solar.val));
  near(gridImport.val, gained("0201"));
  expect(solar.change).toBeNull();
  expect(given(solar.previous).coverage).toBeLessThan(0.2);
  expect(data.previous).toEqual({
    startDateTime: day.from - 24 * HOUR_MS,
    endDateTime: day.from,
    comparedDateTime: day.from,
  });
  const [produced, exported] = [given(sums.solar.val), given(sums.gridExport.val)];
  expect(data.shares.selfConsumption.val).toBeCloseTo((produced - exported) / produced, 2);
  const { data: life } = await ask("/site/v2/chart/comparison", { type: "lifetime" });
  expect(life).toMatchObject({ bars: "month", previous: null });
  expect(new Date(given(life.list[0]).datetime).toISOString()).toBe("2025-05-31T22:00:00.000Z");
  expect(given(life.sums.solar.val)).toBeGreaterThanOrEqual(produced - 1);
});

test("the hours of a year add up to its bars and are those of its days", async () => {
  const { data: year } = await ask("/site/v2/chart/comparison", { date: DATE, type: "year" });
  const { data: bars } = await ask("/site/v2/chart/comparison", {
    date: DATE,
    type: "day",
    chart: "acinput",
  });
  for (const quantity of ["solar", "consumption", "gridImport", "gridExport"] as const) {
    const { status, data } = await ask("/site/v2/chart/hours", { year: 2025, quantity });
    expect(status).toBe(200);
    expect(data).toMatchObject({ quantity, year: 2025, timeZoneId: BERLIN, symbol: "Wh" });
    expect(data.days).toHaveLength(365);
    expect(data.unusual).toEqual([
      { date: "2025-03-30", hour: 2, minutes: 0 },
      { date: "2025-10-26", hour: 2, minutes: 120 },
    ]);
    const known = data.days.flatMap(({ hours }) => hours.filter((value) => value !== null));
    expect(known.length).toBeGreaterThan(24);
    const sum = known.reduce((total, value) => total + value, 0);
    expect(Math.abs(sum - given(year.sums[quantity].val))).toBeLessThanOrEqual(1);
    if (quantity === "solar" || quantity === "consumption") continue;
    const hours = given(data.days.find(({ date }) => date === DATE)).hours;
    for (const [hour, { [quantity]: bar }] of bars.list.entries())
      expect(Math.abs(given(hours[hour]) - given(bar?.val))).toBeLessThanOrEqual(1);
  }
  const { data: none } = await ask("/site/v2/chart/hours", { year: 2010 });
  expect(none.days.every(({ hours }) => hours.every((value) => value === null))).toBe(true);
  for (const asked of [{ year: 2100 }, { year: 1999 }, { year: 2025.5 }, { quantity: "battery" }])
    expect(await ask("/site/v2/chart/hours", asked)).toMatchObject({
      status: 422,
      data: { fields: expect.any(Object) },
    });
});

test("details: the day, its week, month and year, and all time", async () => {
  const { data } = await ask("/site/v4/chart/detailStats", { date: DATE });
  const { data: sums } = await ask("/site/v2/chart/daiysummary", { date: DATE });
  expect(data.day.data.solar).toEqual(sums.solar);
  expect(data.day.percent.solar).toBe(100);
  expect(data.day.percent.consumption).toBeCloseTo(
    (100 * given(sums.consumption.val)) / given(sums.solar.val),
    1,
  );
  expect(data.week.startDateTime).toBe(day.from);
  expect(data.year.endDateTime - data.year.startDateTime).toBe(365 * 24 * HOUR_MS);
  for (const unit of ["week", "month", "year"] as const)
    expect(data[unit].data.solar.val).toBeGreaterThanOrEqual(given(data.day.data.solar.val) - 1);
  expect(data.total.data.solar).toEqual(expect.any(Number));
  expect(data.genRuntime).toEqual({ data: null, symbol: "s" });
});

test("a day's curves: every sample, import and export apart, what has no value left out", async () => {
  const { data } = await ask("/site/v2/chart/dayrecord/curve", { date: DATE });
  expect(data.bucketMs).toBeNull();
  expect(data.list.length).toBeGreaterThan(700);
  for (const { datetime, acin, acfeedback, batterySoc, batteryVoltage } of data.list) {
    expect(datetime >= day.from && datetime < day.to).toBe(true);
    if (acin) expect(acin).toEqual({ val: Math.max(0, gridAt(datetime)), symbol: "W" });
    if (acfeedback) expect(acfeedback.val).toBe(Math.max(0, 0 - gridAt(datetime)));
    if (batterySoc) expect(batterySoc.symbol).toBe("%");
    expect(batteryVoltage).toBeUndefined();
  }
  expect(data.list.some((row) => (row.acfeedback?.val ?? 0) > 1_000)).toBe(true);
  const { data: battery } = await ask("/site/v2/chart/dayrecord/battery", { date: DATE });
  expect(battery.list.every((row: object) => "batterySoc" in row)).toBe(true);
  const { data: phases } = await ask("/site/v2/chart/dayrecord/threephaseacout", { date: DATE });
  expect(phases.list[0]).toMatchObject({ acout1: { symbol: "W" } });
  const none = await ask("/site/v2/chart/dayrecord/acsolar", { date: "2025-01-01" });
  expect(none.data).toMatchObject({ bucketMs: null, list: [] });
});

/** Of several values of one instant the store keeps one: the greatest is as good as any for what is shown here. */
const grid = new Map<number, number>();
function gridAt(instant: number): number {
  if (grid.size === 0)
    for (const [index, at] of own.times.entries())
      grid.set(at, Math.max(Number(own.columns.get("FFFF000110")?.[index]), grid.get(at) ?? -1e9));
  return grid.get(instant) ?? Number.NaN;
}

test("a day of a sample a second: at most 10,000 points, and no spike lost", async () => {
  const { data } = await ask("/site/v2/chart/dayrecord/acsolar", { date: DENSE.date });
  expect(data.bucketMs).toBeGreaterThan(1_000);
  const points = data.list.reduce(
    (sum: number, row: object) => sum + Object.keys(row).length - 1,
    0,
  );
  expect(points).toBeLessThanOrEqual(10_000);
  const greatest = (name: "acout" | "acin" | "acfeedback") =>
    Math.max(...data.list.map((row) => row[name]?.max ?? 0));
  expect(greatest("acout")).toBe(DENSE.spike);
  expect(greatest("acin")).toBe(300);
  expect(greatest("acfeedback")).toBe(200);
  for (const { acin } of data.list) expect(acin?.min).toBe(0);
});

test("states: the site's own of a day, and the equipment's as intervals, by model or alias", async () => {
  const { data } = await ask("/site/v2/chart/dayrecord/state", { date: DATE });
  expect(data.whole).toBe(true);
  expect(data.list.length).toBeGreaterThan(0);
  for (const [place, { state, startTime, endTime }] of data.list.entries()) {
    expect(["normal", "standby", "off"]).toContain(state);
    expect(endTime).toBeGreaterThanOrEqual(startTime);
    if (place > 0) expect(startTime).toBeGreaterThanOrEqual(given(data.list[place - 1]).endTime);
  }
  const span = { startDateTime: `${DATE} 00:00:00`, endDateTime: `${DATE} 23:59:59` };
  const { data: states } = await ask("/site/v2/chart/periodrecord/state", span);
  const inverter = given(states.list[0]);
  expect(inverter).toMatchObject({
    address: "003311",
    equipmentType: "0033",
    equipmentTypeName: "Hybrid inverter 5 kW",
    equipmentTypeAllName: "Hybrid inverter 5 kW 11",
  });
  expect(inverter.rows.map(({ status }) => states.statuses[status])).toEqual([
    ...["on", "charge", "assist"],
  ]);
  expect(inverter.rows[0]).toMatchObject({
    startTime: day.from,
    endTime: day.from + 6 * HOUR_MS,
  });
  const { data: named } = await ask("/site/v2/chart/periodrecord/alias/state", span);
  expect(named.list[0]?.equipmentTypeName).toBe("Inverter");
  const { data: curves } = await ask("/site/v2/chart/periodrecord/alias/curve", {
    ...span,
    addresses: ["0033110107", "FFFF000100"],
  });
  expect(curves.series.map(({ equipmentName }) => equipmentName)).toEqual(["Inverter", null]);
});

test("bars and buckets of a period are clipped to it, at any millisecond", async () => {
  const start = day.from + 5 * HOUR_MS + 37 * 60_000 + 123;
  const span = { startDateTime: start, endDateTime: start + 11 * HOUR_MS };
  const asked = { ...span, type: "period", chart: "consumption" };
  const { data } = await ask("/site/v2/chart/summary", asked);
  const { list } = data;
  expect(list).toHaveLength(12);
  expect(list[0]?.datetime).toBe(start);
  expect(list[1]?.datetime).toBe(day.from + 6 * HOUR_MS);
  const { data: hours } = await ask("/site/v2/chart/summary", {
    date: DATE,
    type: "day",
    chart: "consumption",
  });
  const bars = list.map(({ load }) => load?.val);
  expect(bars.slice(1, -1)).toEqual(hours.list.slice(6, 16).map(({ load }) => load?.val));
  expect(bars[0]).toBeLessThan(given(hours.list[5]?.load?.val));
  expect(bars.at(-1)).toBeLessThan(given(hours.list[16]?.load?.val));
  const { data: curves } = await ask("/site/v2/chart/periodrecord/curve", {
    ...span,
    addresses: ["FFFF000100"],
    points: 8,
  });
  expect(curves.bucketMs).toBe(2 * HOUR_MS);
  expect(curves.series[0]?.at?.slice(0, 2)).toEqual([start, day.from + 6 * HOUR_MS]);
});

test("instants are returned one by one, or as even steps", async () => {
  const asked = {
    startDateTime: `${DATE} 00:00:00`,
    endDateTime: `${DATE} 23:59:59`,
    addresses: ["FFFF000100", "0033110107"],
  };
  for (const points of [10_000, 24]) {
    const [listed, stepped] = await Promise.all(
      ["list", "steps"].map((instants) =>
        ask("/site/v2/chart/periodrecord/curve", { ...asked, points, instants }),
      ),
    );
    expect(listed?.data.series[0]?.at?.length).toBeGreaterThan(10);
    const series = stepped?.data.series.map(({ steps, ...one }) => ({
      ...one,
      at: toInstants(given(steps)),
    }));
    expect({ ...stepped?.data, series }).toEqual(listed?.data);
  }
  expect(
    await ask("/site/v2/chart/periodrecord/curve", { ...asked, instants: "each" }),
  ).toMatchObject({ status: 422, data: { fields: { instants: expect.any(String) } } });
});

test("dates that are none, or are far from now, are refused with the field", async () => {
  for (const date of ["2025-02-30", "1999-12-31", "2999-01-01", "yesterday"])
    expect(await ask("/site/v2/chart/daiysummary", { date })).toMatchObject({
      status: 422,
      data: { fields: { date: expect.any(String) } },
    });
});

test("any span is answered for what of it can hold samples", async () => {
  const spans = [
    [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ["0001-01-01 00:00:00", "9999-12-31 23:59:59"],
    [-DENSE.from, -1],
    [4 * DENSE.from, Number.MAX_SAFE_INTEGER],
  ];
  const paths = ["chart/summary", "chart/periodrecord/curve", "chart/periodrecord/state"] as const;
  for (const [startDateTime, endDateTime] of spans)
    for (const path of paths) {
      const asked = { type: "period", addresses: ["FFFF000100"], startDateTime, endDateTime };
      const { status, data } = await ask(`/site/v2/${path}`, asked);
      expect(status).toBe(200);
      expect(data.startDateTime).toBeGreaterThanOrEqual(Date.UTC(2000, 0));
      expect(data.endDateTime).toBeLessThanOrEqual(Date.now() + 26 * HOUR_MS);
    }
  for (const asked of [
    { startDateTime: "2025-13-01 00:00:00", endDateTime: day.to },
    { startDateTime: day.from, endDateTime: "2025-06-02 24:00:00" },
    { startDateTime: day.to, endDateTime: day.from },
  ])
    expect((await ask("/site/v2/chart/periodrecord/state", asked)).status).toBe(422);
});

test("viewers of a link with a hidden location see days in UTC and no serial number", async () => {
  const { data: made } = await ask("/site/v2/share/add", { locationHide: 1 });
  expect(made).toBeDefined();
  const { data: share } = await ask("/site/v2/share/getBySiteId", {});
  const { body } = await callApi("/auth/v2/shareLogin", { tk: share?.account });
  tokens.viewer = (body.data as { token: string }).token;
  const utc = Date.parse(`${DATE}T00:00Z`);
  const { data } = await ask("/site/v2/chart/daiysummary", { date: DATE }, "viewer");
  expect(data).toMatchObject({ datetime: utc, timeZoneId: "UTC" });
  near(data.solar.val, gained("0200", { from: utc, to: utc + 24 * HOUR_MS }));
  const { data: hours } = await ask(
    "/site/v2/chart/summary",
    { date: DATE, type: "day" },
    "viewer",
  );
  expect(hours.list[0]?.datetime).toBe(utc);
  const span = { startDateTime: day.from, endDateTime: day.to };
  const { data: states } = await ask("/site/v2/chart/periodrecord/alias/state", span, "viewer");
  expect(states.timeZoneId).toBe("UTC");
  expect(JSON.stringify(states)).not.toContain("SECRET");
  const compared = { date: DATE, type: "week" };
  const { data: comparison } = await ask("/site/v2/chart/comparison", compared, "viewer");
  expect(comparison).toMatchObject({ timeZoneId: "UTC", money: null });
  expect(comparison.previous?.endDateTime).toBe(comparison.startDateTime);
  const { data: year } = await ask("/site/v2/chart/hours", { year: 2025 }, "viewer");
  expect(year).toMatchObject({ timeZoneId: "UTC", unusual: [] });
  expect(year.startDateTime).toBe(Date.UTC(2025, 0));
  const { data: details } = await ask("/site/v4/chart/detailStats", { date: DATE }, "viewer");
  const [first] = listDays("UTC", { from: utc, to: utc + 1 });
  expect(details.day.startDateTime).toBe(first?.from);
  expect(JSON.stringify([hours, details, data, year])).not.toContain("Berlin");
  // The site keeps no days but its own.
  const long = { type: "period", startDateTime: "2015-06-01 00:00:00", endDateTime: day.to };
  for (const path of ["/site/v2/chart/summary", "/site/v2/chart/periodrecord/curve"] as const) {
    const asked = { ...long, addresses: ["FFFF000100"] };
    expect((await ask(path, asked)).status).toBe(200);
    expect(await ask(path, asked, "viewer")).toMatchObject({
      status: 422,
      data: { fields: { endDateTime: expect.any(String) } },
    });
  }
});
