import { expect, test } from "vitest";
import { equipmentTree } from "#domain/registers/equipment.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { EquipmentLines } from "#durable-objects/site/equipment/lines.ts";
import { readCurves } from "#durable-objects/site/history/read-curves.ts";
import { readEnergy } from "#durable-objects/site/history/read-energy.ts";
import { SERIES_LIMITS } from "#durable-objects/site/series/limits.ts";
import type { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import type { CurvesQuery } from "#protocol/history/curves.ts";
import type { EnergyQuery } from "#protocol/history/energies.ts";
import { compactWholly, inSite, SERIES_TABLES, START } from "./series-support.ts";

const POWER = "FFFF000100";
const BERLIN = "Europe/Berlin";
/** A local day in Berlin. */
const MIDNIGHT = START + DAY_MS - 2 * HOUR_MS;

/** So that everything is folded into blocks, however little there is of it. */
const LIMITS = { ...SERIES_LIMITS, bufferBatches: 2, bufferBytes: 1, chunksBeforeCompaction: 1 };

function clear(storage: DurableObjectStorage): void {
  for (const table of SERIES_TABLES) storage.sql.exec(`DELETE FROM series_${table}`);
}

/** In frames of a thousand instants, as loggers send backlogs; folded, or as it lies. */
function feed(
  store: SeriesStore,
  samples: readonly (readonly [at: number, value: number])[],
  address = POWER,
): void {
  for (let start = 0; start < samples.length; start += 1_000) {
    const some = samples.slice(start, start + 1_000);
    const columns = new Map([[address, some.map(([, value]) => value)]]);
    store.appendSamples({ times: some.map(([at]) => at), columns });
  }
}

function every(stepMs: number, from: number, until: number, value: (at: number) => number) {
  return Array.from({ length: Math.ceil((until - from) / stepMs) }, (_, index) => {
    const at = from + index * stepMs;
    return [at, value(at)] as const;
  });
}

const energies = (store: SeriesStore, more: Partial<EnergyQuery> = {}) =>
  readEnergy(store, [], {
    unit: "day",
    from: MIDNIGHT,
    until: MIDNIGHT + DAY_MS,
    timeZone: BERLIN,
    siteTimeZone: BERLIN,
    ...more,
  });

function curve(store: SeriesStore, asked: Partial<CurvesQuery>) {
  const [series] = readCurves(store, [], {
    addresses: [POWER],
    from: MIDNIGHT,
    until: MIDNIGHT + DAY_MS,
    points: 8,
    timeZone: BERLIN,
    siteTimeZone: BERLIN,
    ...asked,
  }).series;
  return series;
}

test.each([
  [1, 1440],
  [15, 96],
  [30, 48],
])("1,000 W every %d min add up to 24,000 Wh without any one sample", (minutes, count) =>
  inSite(`exact-missing-${minutes}`, ({ open, clock, storage }) => {
    clock.at = MIDNIGHT + 30 * DAY_MS;
    const step = minutes * MINUTE_MS;
    const whole = every(step, MIDNIGHT - DAY_MS, MIDNIGHT + 2 * DAY_MS, () => 1_000);
    const missing = minutes === 1 ? [0, 1, 14, 15, 700, 1_438, 1_439] : [...Array(count).keys()];
    for (const place of missing) {
      clear(storage);
      const store = open(LIMITS);
      store.setTimeZone(BERLIN);
      feed(
        store,
        whole.filter(([at]) => at !== MIDNIGHT + place * step),
      );
      for (const fold of [false, true]) {
        if (fold) compactWholly(store);
        const [solar] = energies(store).flows.solar;
        expect(solar).toMatchObject({ value: 24_000, quality: "filled" });
        // Of the first and the last sample half of the gap lies on another day.
        const gaps = place === 0 ? 1 : 2;
        expect(solar?.coverage).toBeCloseTo(1 - gaps / count, 4);
        const hours = energies(store, { unit: "hour" }).flows.solar;
        expect(hours.map((hour) => hour?.value)).toEqual(new Array(24).fill(1_000));
        const filled = hours.filter((hour) => hour?.quality === "filled");
        expect(filled.length).toBeGreaterThanOrEqual(1);
        expect(filled.length).toBeLessThanOrEqual(2);
      }
    }
    const all = open(LIMITS);
    feed(all, whole);
    expect(energies(all).flows.solar).toEqual([
      { value: 24_000, quality: "derived", known: 1, coverage: 1 },
    ]);
  }),
);

test("a gap up to the bridge limit is bridged, a longer one is left out, and coverage says so", () =>
  inSite("exact-gaps", ({ open, clock }) => {
    clock.at = MIDNIGHT + 30 * DAY_MS;
    for (const [register, stepMinutes, gapMinutes, value, coverage] of [
      ["0100", 1, 20, 24_000, 1 - 20 / 1440],
      ["0110", 1, 21, 24_000 - 350, 1 - 21 / 1440],
      ["0120", 15, 45, 24_000, 1 - 45 / 1440],
      ["0130", 15, 60, 23_000, 1 - 60 / 1440],
      ["0140", 30, 90, 24_000, 1 - 90 / 1440],
    ] as const) {
      const store = open(LIMITS);
      store.setTimeZone(BERLIN);
      const [from, until] = [
        MIDNIGHT + 10 * HOUR_MS,
        MIDNIGHT + 10 * HOUR_MS + gapMinutes * MINUTE_MS,
      ];
      const all = every(
        stepMinutes * MINUTE_MS,
        MIDNIGHT - DAY_MS,
        MIDNIGHT + 2 * DAY_MS,
        () => 1_000,
      );
      feed(
        store,
        all.filter(([at]) => at <= from || at >= until),
        `FFFF00${register}`,
      );
      compactWholly(store);
      const { flows } = energies(store);
      const flow = {
        "0100": flows.solar,
        "0110": flows.gridImport,
        "0120": flows.load,
        "0130": flows.batteryCharge,
        "0140": flows.generator,
      }[register];
      expect(flow[0], register).toMatchObject({ value, quality: "filled" });
      expect(flow[0]?.coverage).toBeCloseTo(coverage, 4);
    }
  }));

test("half-hour and hourly meters give energy", () =>
  inSite("exact-slow", ({ open, clock }) => {
    clock.at = MIDNIGHT + 30 * DAY_MS;
    const store = open(LIMITS);
    for (const [register, minutes] of [
      ["0100", 30],
      ["0120", 60],
    ] as const)
      feed(
        store,
        every(minutes * MINUTE_MS, MIDNIGHT - DAY_MS, MIDNIGHT + 3 * DAY_MS, () => 500),
        `FFFF00${register}`,
      );
    const whole = { value: 12_000, quality: "derived", known: 1, coverage: 1 };
    for (const fold of [false, true]) {
      if (fold) compactWholly(store);
      const { flows } = energies(store, { from: MIDNIGHT - DAY_MS, until: MIDNIGHT + 2 * DAY_MS });
      expect(flows.solar).toEqual([whole, whole, whole]);
      expect(flows.load).toEqual([whole, whole, whole]);
    }
  }));

test("watching a site more closely for an hour does not move its averages", () =>
  inSite("exact-averages", ({ open, clock }) => {
    clock.at = MIDNIGHT + 30 * DAY_MS;
    const watched = MIDNIGHT + 23 * HOUR_MS;
    const store = open(LIMITS);
    store.setTimeZone(BERLIN);
    feed(store, [
      ...every(10 * SECOND_MS, MIDNIGHT, watched, () => 100),
      ...every(SECOND_MS, watched, MIDNIGHT + DAY_MS, () => 1_000),
    ]);
    for (const fold of [false, true]) {
      if (fold) compactWholly(store);
      expect(curve(store, { points: 9 })?.value).toEqual([100, 100, 100, 100, 100, 100, 100, 400]);
      expect(curve(store, { points: 2 })?.value).toEqual([137.5]);
      // Ten days have buckets of a day each.
      const long = { from: MIDNIGHT - 4 * DAY_MS, until: MIDNIGHT + 6 * DAY_MS, points: 12 };
      expect(curve(store, long)?.value).toEqual([137.5]);
      const abroad = curve(store, { ...long, timeZone: "UTC" });
      // The last sample holds for twenty minutes more.
      const last = (21 * 3_600 * 100 + 4_799 * 1_000) / (22 * 3_600 + 1_199);
      expect(abroad?.value).toEqual([100, Number(last.toFixed(6))]);
    }
  }));

test("buckets of a curve are clipped to the span, at both ends", () =>
  inSite("exact-clipped", ({ open, clock }) => {
    clock.at = MIDNIGHT + 90 * DAY_MS;
    const store = open(LIMITS);
    store.setTimeZone(BERLIN);
    // Every value is the minute since midnight, of four days.
    feed(
      store,
      every(
        MINUTE_MS,
        MIDNIGHT - DAY_MS,
        MIDNIGHT + 3 * DAY_MS,
        (at) => (at - MIDNIGHT) / MINUTE_MS,
      ),
    );
    for (const fold of [false, true]) {
      if (fold) compactWholly(store);
      for (const [from, until] of [
        [30, 20 * 60 + 7],
        [31, 45 * 60 + 7],
        [-1_439, 2 * 1_440 + 77],
      ] as const)
        for (const points of [3, 24, 60]) {
          const span = { from: MIDNIGHT + from * MINUTE_MS, until: MIDNIGHT + until * MINUTE_MS };
          const series = curve(store, { ...span, points });
          expect(series?.min?.[0], `${from} ${until} ${points}`).toBe(from);
          expect(series?.max?.at(-1), `${from} ${until} ${points}`).toBe(until - 1);
          expect(series?.at[0]).toBe(span.from);
          const last = series?.value.at(-1);
          expect(last).toBeLessThanOrEqual(until - 1);
        }
    }
  }));

const COUNTER = "FFFF000203";
/** 360 Wh an hour and 360 W, every 10 s. */
function feedSteadily(store: SeriesStore, from: number, until: number): void {
  feed(
    store,
    every(10 * SECOND_MS, from, until, (at) => (at - from) / (10 * SECOND_MS)),
    COUNTER,
  );
  feed(
    store,
    every(10 * SECOND_MS, from, until, () => 360),
  );
}

test("energies are clipped to the span, at both ends and at any millisecond", () =>
  inSite("exact-clipped-energies", ({ open, clock, storage }) => {
    const from = Date.parse("2026-10-22T22:00Z");
    const until = Date.parse("2026-10-31T22:00Z");
    clock.at = until;
    const store = open(LIMITS);
    store.setTimeZone(BERLIN);
    feedSteadily(store, from, until);
    const wattHours = (start: number, end: number) =>
      Number(((end - start) / (10 * SECOND_MS)).toFixed(3));
    const check = (
      unit: "hour" | "day" | "month",
      start: number,
      end: number,
      timeZone: string,
    ) => {
      const span = { from: start, until: end };
      const found = readEnergy(store, [], { unit, ...span, timeZone, siteTimeZone: BERLIN });
      const { edges, flows, batterySoc } = found;
      const name = `${unit} ${start} ${end} ${timeZone}`;
      expect([edges[0], edges.at(-1)], name).toEqual([start, end]);
      const wanted = edges.slice(1).map((to, place) => wattHours(edges[place] ?? 0, to));
      for (const [flow, quality] of [
        [flows.load, "measured"],
        [flows.solar, "derived"],
      ] as const) {
        expect(flow, name).toHaveLength(wanted.length);
        for (const [place, energy] of flow.entries()) {
          expect(energy?.value, `${name} ${place}`).toBeCloseTo(wanted[place] ?? 0, 2);
          expect(energy, `${name} ${place}`).toMatchObject({ quality, known: 1, coverage: 1 });
        }
      }
      expect(batterySoc).toHaveLength(wanted.length);
      return flows.load.map((energy) => energy?.value);
    };
    for (const fold of [false, true]) {
      if (fold) compactWholly(store);
      const day = 86_400_000 / (10 * SECOND_MS);
      const days = check(
        ...(["day", Date.parse("2026-10-24T03:00Z"), Date.parse("2026-10-28T06:00Z")] as const),
        BERLIN,
      );
      // The 25th has 25 hours.
      expect(days).toEqual([19 * 360, day + 360, day, day, 7 * 360]);
      const hours = check(
        ...(["hour", Date.parse("2026-10-23T22:30Z"), Date.parse("2026-10-24T22:45Z")] as const),
        BERLIN,
      );
      expect(hours).toEqual([180, ...new Array(23).fill(360), 270]);
      for (const zone of [BERLIN, "UTC", "Asia/Kathmandu"])
        for (const [start, end] of [
          ["2026-10-24T03:07:11.123Z", "2026-10-26T06:59:59.999Z"],
          ["2026-10-24T21:59:59.999Z", "2026-10-25T22:00:00.001Z"],
          ["2026-10-24T12:01:00.001Z", "2026-10-24T12:09:00.002Z"],
        ] as const)
          for (const unit of ["hour", "day", "month"] as const)
            check(unit, Date.parse(start), Date.parse(end), zone);
    }
    expect(storage.sql.exec(`SELECT count(*) AS n FROM series_rollup`).one().n).not.toBe(0);
  }));

test("hours inside a long gap of a counter are filled like its days", () =>
  inSite("exact-long-gap", ({ open, clock }) => {
    clock.at = MIDNIGHT + 30 * DAY_MS;
    const store = open(LIMITS);
    store.setTimeZone(BERLIN);
    const samples = every(
      15 * MINUTE_MS,
      MIDNIGHT - 10 * DAY_MS,
      MIDNIGHT + 15 * DAY_MS,
      (at) => (100 * (at - MIDNIGHT + 10 * DAY_MS)) / (15 * MINUTE_MS),
    );
    const [gapFrom, gapTo] = [MIDNIGHT, MIDNIGHT + 4 * DAY_MS];
    feed(
      store,
      samples.filter(([at]) => at <= gapFrom || at >= gapTo),
      COUNTER,
    );
    for (const fold of [false, true]) {
      if (fold) compactWholly(store);
      for (const timeZone of [BERLIN, "UTC"])
        for (let day = 0; day < 4; day++) {
          const from = MIDNIGHT + day * DAY_MS;
          const span = { from, until: from + DAY_MS };
          const hours = energies(store, { ...span, timeZone, unit: "hour" }).flows.load;
          expect(hours, `${timeZone} ${day}`).toHaveLength(24);
          for (const hour of hours) {
            expect(hour?.value, `${timeZone} ${day}`).toBeCloseTo(400, 6);
            expect(hour).toMatchObject({ quality: "filled", known: 1, coverage: 0 });
          }
          const [own] = energies(store, { ...span, timeZone: BERLIN }).flows.load;
          expect(own).toMatchObject({ value: 9_600, quality: "filled", known: 1, coverage: 0 });
        }
    }
  }));

test("days further out are read only if the nearest day lacks samples", () =>
  inSite("exact-margin-cost", ({ open, clock }) => {
    const store = open(LIMITS);
    store.setTimeZone(BERLIN);
    clock.at = MIDNIGHT + 5 * DAY_MS + HOUR_MS;
    feedSteadily(store, MIDNIGHT - DAY_MS, MIDNIGHT + DAY_MS);
    feedSteadily(store, MIDNIGHT + 4 * DAY_MS, clock.at);
    const asked: string[][] = [];
    const dayRollups = store.dayRollups.bind(store);
    store.dayRollups = (addresses, days) => {
      asked.push([...addresses]);
      return dayRollups(addresses, days);
    };
    const ask = (day: number) => {
      asked.length = 0;
      const from = MIDNIGHT + day * DAY_MS;
      energies(store, { unit: "hour", from, until: from + DAY_MS });
      return asked.map((one) => one.sort());
    };
    // Of today the days further ahead have not begun.
    expect(ask(5)).toEqual([]);
    // Within the gap on both sides, at its beginning on one.
    expect(ask(2)).toEqual([
      [POWER, COUNTER],
      [POWER, COUNTER],
    ]);
    expect(ask(0)).toEqual([[POWER, COUNTER]]);
  }));

const localMs = (at: number, timeZone: string) => {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    hour: "numeric",
    minute: "numeric",
  }).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return of("hour") * HOUR_MS + of("minute") * MINUTE_MS;
};

test.each([
  [BERLIN, "2025-03-27", "2025-04-02"],
  [BERLIN, "2025-10-23", "2025-10-29"],
  ["America/St_Johns", "2025-03-06", "2025-03-12"],
  ["Australia/Lord_Howe", "2025-04-03", "2025-04-09"],
  ["Asia/Kathmandu", "2025-04-03", "2025-04-09"],
])(
  "buckets begin at multiples of their length by the clocks of %s, from %s on",
  (zone, from, until) =>
    inSite(`exact-zone-${zone}-${from}`, ({ open, clock }) => {
      clock.at = Date.parse(until) + 30 * DAY_MS;
      const store = open(LIMITS);
      const span = { from: Date.parse(from), until: Date.parse(until) };
      feed(
        store,
        every(5 * MINUTE_MS, span.from, span.until, () => 7),
      );
      compactWholly(store);
      for (const points of [60, 80, 160, 800]) {
        const asked = { ...span, points, timeZone: zone, siteTimeZone: zone };
        const curves = readCurves(store, [], { addresses: [POWER], ...asked });
        const bucketMs = curves.bucketMs ?? 0;
        const [{ at = [], value = [] } = {}] = curves.series;
        expect(bucketMs).toBeLessThanOrEqual(3 * HOUR_MS);
        expect(at.length).toBeGreaterThan(20);
        expect(at.length).toBeLessThanOrEqual(points);
        expect(at[0]).toBe(span.from);
        for (const start of at.slice(1))
          expect(localMs(start, zone) % bucketMs, `${bucketMs} ${start}`).toBe(0);
        expect(new Set(value)).toEqual(new Set([7]));
      }
    }),
);

/** An inverter that names a frequency and the voltages of its three phases. */
const INVERTER = equipmentTree.parse([
  {
    address: "003311",
    registers: [
      { register: "0105", name: "AC input frequency", kind: "gauge", access: "r", unit: "Hz" },
      ...["U", "V", "W"].map((phase, index) => ({
        ...{ register: `010${7 + index}`, name: `AC input voltage ${phase}` },
        ...{ kind: "gauge", access: "r", unit: "V" },
      })),
    ],
  },
]);
const LINES = [
  { name: "grid", frequency: "FFFF00011C", phases: ["FFFF000118", "FFFF000119", "FFFF00011A"] },
  { name: "inverter", frequency: "0033110105", phases: ["0033110107", "0033110108", "0033110109"] },
];

test.each(LINES)(
  "a frequency on a dead line of the $name is missing: live, in samples, buckets, days and energies' rollups",
  ({ name, frequency, phases }) =>
    inSite(`exact-frequency-${name}`, ({ open, clock }) => {
      clock.at = START + 2 * DAY_MS;
      const lines = new EquipmentLines({ tree: INVERTER });
      const store = open(LIMITS, lines);
      const times = Array.from({ length: 8_640 }, (_, index) => START + index * 10 * SECOND_MS);
      // Dead in the second half of each hour.
      const isDead = (at: number) => at % HOUR_MS >= 30 * MINUTE_MS;
      const column = (dead: number, live: number) => times.map((at) => (isDead(at) ? dead : live));
      // The voltages come later than the frequencies, and by themselves.
      const append = (some: [string, number[]][]) => {
        for (let start = 0; start < times.length; start += 1_000)
          store.appendSamples({
            times: times.slice(start, start + 1_000),
            columns: new Map(
              some.map(([address, all]) => [address, all.slice(start, start + 1_000)]),
            ),
          });
      };
      append([[frequency, column(13.3, 50)]]);
      expect(store.latest.get(frequency)?.v).toBe(13.3);
      append(phases.map((phase, index) => [phase, column(12 - index, 230)]));
      expect(store.latest.get(frequency)?.v).toBeNull();
      for (const fold of [false, true]) {
        if (fold) compactWholly(store);
        const until = START + DAY_MS;
        const { at = [], values = [] } =
          store.samples([frequency], START, until).get(frequency) ?? {};
        expect(at.length).toBe(times.length / 2);
        expect(new Set(values)).toEqual(new Set([50]));
        const edges = Array.from({ length: 25 }, (_, hour) => START + hour * HOUR_MS);
        const rollups = store.rollups([frequency], edges).get(frequency) ?? [];
        expect(rollups.map((rollup) => [rollup?.count, rollup?.min])).toEqual(
          new Array(24).fill([180, 50]),
        );
        const sums = store.sums([frequency], edges).get(frequency);
        expect(new Set(sums?.min)).toEqual(new Set([50]));
        const day = START / DAY_MS;
        const days = store.dayRollups([frequency], { first: day, end: day + 1 }).get(frequency);
        expect(days?.[0]).toMatchObject({ count: 4_320, min: 50 });
        const utc = { from: START, until, timeZone: "UTC", siteTimeZone: "UTC" };
        const series = curve(store, { ...utc, addresses: [frequency], points: 100 });
        expect(new Set(series?.min)).toEqual(new Set([50]));
        // The voltages themselves stand.
        const voltages = curve(store, { ...utc, addresses: phases.slice(0, 1) });
        expect(voltages?.min?.[0]).toBe(12);
      }
      const changed = store.appendSamples({
        times: [START + DAY_MS],
        columns: new Map([
          [frequency, [49.9]],
          [phases[2] ?? "", [231]],
        ]),
      });
      expect(changed.get(frequency)?.v).toBe(49.9);
      const died = store.appendSamples({
        times: [START + DAY_MS + 1_000],
        columns: new Map(phases.map((phase) => [phase, [3]])),
      });
      expect(died.get(frequency)?.v).toBeNull();
      expect(open(undefined, lines).latest.get(frequency)?.v).toBeNull();
      expect(store.latestSent(frequency)?.v).toBe(49.9);
      const sent = store.samplesSent([frequency], START, START + 2 * DAY_MS).get(frequency);
      expect(sent?.at.length).toBe(times.length + 1);
    }),
);

test("another tree shows or hides the frequencies of equipment, and leaves the stored rollups as they are", () =>
  inSite("exact-frequency-tree", ({ open, clock, storage }) => {
    clock.at = START + 2 * DAY_MS;
    const [frequency, voltage] = ["0033110105", "0033110107"] as const;
    const equipment = { tree: equipmentTree.parse([]) };
    const store = open(LIMITS, new EquipmentLines(equipment));
    const times = Array.from({ length: 8_640 }, (_, index) => START + index * 10 * SECOND_MS);
    const column = (value: number) => times.map(() => value);
    for (let start = 0; start < times.length; start += 1_000) {
      const part = (all: number[]) => all.slice(start, start + 1_000);
      const columns = new Map([
        [frequency, part(column(13))],
        [voltage, part(column(0))],
      ]);
      store.appendSamples({ times: part(times), columns });
    }
    compactWholly(store);
    const stored = () =>
      storage.sql.exec(`SELECT id, hex(data) AS data FROM series_rollup`).toArray();
    const rollups = stored();
    expect(rollups.length).toBeGreaterThan(0);
    const read = () => store.samples([frequency], START, START + DAY_MS).get(frequency)?.at.length;
    expect([read(), store.latest.get(frequency)?.v]).toEqual([times.length, 13]);
    expect(store.followLines().size).toBe(0);
    equipment.tree = INVERTER;
    expect([...store.followLines()]).toEqual([[frequency, { v: null, at: times.at(-1) }]]);
    expect([read(), store.latest.get(frequency)?.v]).toEqual([undefined, null]);
    equipment.tree = equipmentTree.parse([]);
    expect([...store.followLines()]).toEqual([[frequency, { v: 13, at: times.at(-1) }]]);
    expect(read()).toBe(times.length);
    expect(stored()).toEqual(rollups);
  }));

test("rollups and days of an older release are recomputed, and answers stay correct meanwhile", () =>
  inSite("exact-older", ({ open, clock, storage }) => {
    clock.at = MIDNIGHT + 90 * DAY_MS;
    const store = open(LIMITS);
    store.setTimeZone(BERLIN);
    for (let day = 0; day < 6; day++) {
      const midnight = MIDNIGHT + day * DAY_MS;
      feed(store, [
        ...every(10 * SECOND_MS, midnight, midnight + 23 * HOUR_MS, () => 100),
        ...every(SECOND_MS, midnight + 23 * HOUR_MS, midnight + DAY_MS, () => 1_000),
      ]);
    }
    compactWholly(store);
    const ask = (one: SeriesStore) => {
      const span = { from: MIDNIGHT, until: MIDNIGHT + 6 * DAY_MS };
      return [
        ...[7, 60, 600].map((points) => curve(one, { ...span, points })),
        ...(["hour", "day"] as const).map((unit) => energies(one, { ...span, unit })),
      ];
    };
    const right = ask(store);
    expect(right[0]).toMatchObject({ value: new Array(6).fill(137.5) });
    const count = (query: string) => storage.sql.exec<{ n: number }>(query).one().n;
    const rollups = count(`SELECT count(*) AS n FROM series_rollup`);
    expect(rollups).toBeGreaterThan(0);
    // What it writes: rollups without steps, days of its own, in the zone that it knows.
    storage.sql.exec(`UPDATE series_rollup SET steps = NULL`);
    storage.sql.exec(`INSERT INTO series_day (id, data) VALUES (1, x'0100')`);
    storage.sql.exec(`UPDATE series_zone SET days_due = 0`);
    storage.sql.exec(`UPDATE series_local_day SET data = x'0200'`);
    let again = open(LIMITS);
    expect(again.compactionDue).toBe(true);
    expect(ask(again)).toEqual(right);
    let steps = 0;
    while (again.compactionDue) {
      const before = count(`SELECT count(*) AS n FROM series_rollup WHERE steps IS NULL`);
      again.compact();
      const after = count(`SELECT count(*) AS n FROM series_rollup WHERE steps IS NULL`);
      expect(before - after).toBeLessThanOrEqual(2);
      if (++steps % 3 === 0) {
        again = open(LIMITS);
        expect(ask(again)).toEqual(right);
      }
    }
    expect(count(`SELECT count(*) AS n FROM series_rollup WHERE steps IS NOT NULL`)).toBe(rollups);
    expect(count(`SELECT count(*) AS n FROM series_day`)).toBe(0);
    expect(ask(again)).toEqual(right);
    expect(steps).toBeGreaterThanOrEqual(rollups / 2);
  }));

test("a declared rollover reaches the energies, and an undeclared one is guessed", () =>
  inSite("exact-rollover", ({ open, clock, storage }) => {
    clock.at = MIDNIGHT + 30 * DAY_MS;
    for (const rollover of [1_000, 65_536, 99_999, 100_000, 999_999, 1_000_000, 2 ** 24, 2 ** 32]) {
      clear(storage);
      const store = open(LIMITS);
      const counter = "FFFF000203";
      const start = rollover - 13 * 250;
      const times = Array.from({ length: 3 * 96 + 1 }, (_, place) => place);
      feed(
        store,
        times.map((place) => [
          MIDNIGHT - DAY_MS + place * 15 * MINUTE_MS,
          (((start + place * 250) % rollover) + rollover) % rollover,
        ]),
        counter,
      );
      const register = { register: "0203", kind: "counter", access: "r", unit: "Wh" } as const;
      const tree = (declared: object) => [
        { address: "FFFF00", typeCode: "FFFF", registers: [{ ...register, ...declared }] },
      ];
      const load = (declared: object) =>
        readEnergy(store, tree(declared), {
          unit: "hour",
          from: MIDNIGHT - DAY_MS,
          until: MIDNIGHT + DAY_MS,
          timeZone: BERLIN,
          siteTimeZone: BERLIN,
        }).flows.load.map((energy) => energy?.value);
      expect(load({ rollover }), `${rollover}`).toEqual(new Array(48).fill(1_000));
      const isGuessed = [65_536, 100_000, 1_000_000, 2 ** 24, 2 ** 32].includes(rollover);
      if (isGuessed) expect(load({}), `${rollover} guessed`).toEqual(new Array(48).fill(1_000));
    }
  }));

test("a counter that rolls over each day is exact in a month of 10 s samples", () =>
  inSite("exact-daily-rollover", ({ open, clock }) => {
    const days = 40;
    const [rollover, stepMs] = [65_536, 10_000];
    const start = MIDNIGHT - days * DAY_MS;
    clock.at = MIDNIGHT + DAY_MS;
    const store = open(LIMITS);
    const perDay = DAY_MS / stepMs;
    for (let day = 0; day < days; day++)
      feed(
        store,
        Array.from({ length: perDay }, (_, place): [number, number] => {
          const index = day * perDay + place;
          return [start + index * stepMs, (12_345 + index * 8) % rollover];
        }),
        "FFFF000203",
      );
    const register = { register: "0203", kind: "counter", access: "r", unit: "Wh" } as const;
    const registers = [{ ...register, rollover }];
    const { load } = readEnergy(store, [{ address: "FFFF00", typeCode: "FFFF", registers }], {
      unit: "day",
      from: start,
      until: MIDNIGHT,
      timeZone: "UTC",
      siteTimeZone: "UTC",
    }).flows;
    const values = load.map((energy) => Math.round(energy?.value ?? 0));
    // By UTC the first and the last day are cut; 2,880 W in all others.
    expect(values.slice(1, -1)).toEqual(new Array(values.length - 2).fill(69_120));
    expect(load.slice(1, -1).every((energy) => energy?.quality === "measured")).toBe(true);
  }));
