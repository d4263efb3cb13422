import { expect, test } from "vitest";
import { listDays } from "#domain/history/local-days.ts";
import { zoneOffsetAt } from "#domain/history/zone-offsets.ts";
import { countValues, listParts } from "#domain/imports/import-parts.ts";
import { ImportReader } from "#domain/imports/import-reader.ts";
import type { ImportResult } from "#domain/imports/import-result.ts";
import type { ColumnMapping } from "#domain/imports/import-targets.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { readCurves } from "#durable-objects/site/history/read-curves.ts";
import { readEnergy } from "#durable-objects/site/history/read-energy.ts";
import { readExport } from "#durable-objects/site/history/read-export.ts";
import { layForCurves, layForExport } from "#durable-objects/site/imports/layered-series.ts";
import { readOverlap } from "#durable-objects/site/imports/read-overlap.ts";
import { SiteImports } from "#durable-objects/site/imports/site-imports.ts";
import type { NewEntry } from "#durable-objects/site/journal/site-journal.ts";
import type { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import { digest } from "#protocol/keys/digest.ts";
import { compactWholly, inSite, type Opened } from "./series-support.ts";

const ZONE = "Europe/Berlin";
const AUTHOR = { id: 1, name: "Ana" };
const NOW = Date.UTC(2026, 10, 29);
const SOLAR = "FFFF000100";

const column = (place: number, target: ColumnMapping["target"]): ColumnMapping => ({
  column: place,
  target,
  unit: "Wh",
  isCounter: false,
  isInverted: false,
});
const COLUMNS = [column(1, "solar"), column(2, "gridImport"), column(3, "gridExport")];

/** Reads hours of local time, each with its energies. */
function readHours(from: number, hours: number, energies: (hour: number) => readonly number[]) {
  const reader = new ImportReader(
    {
      portal: "other",
      stampAt: "start",
      columns: COLUMNS,
      timeColumns: [0],
      order: "ymd",
      decimal: ".",
      timeZone: ZONE,
      repeated: null,
    },
    NOW,
  );
  for (let hour = 0; hour < hours; hour++) {
    const at = from + hour * HOUR_MS;
    const local = new Date(at + zoneOffsetAt(ZONE, at)).toISOString().slice(0, 16);
    reader.take([local, ...energies(hour).map(String)], hour + 2);
  }
  const result = reader.finish();
  expect(result.problems).toEqual([]);
  return result;
}

const layerOf = (layerId: string, result: ImportResult) => ({
  layerId,
  name: `${layerId}.csv`,
  portal: "other" as const,
  from: result.from ?? 0,
  until: result.until ?? 0,
  rows: result.rows,
  parts: listParts(result).length,
  values: countValues(result),
});

function store(imports: SiteImports, layerId: string, result: ImportResult) {
  let progress = imports.begin(layerOf(layerId, result));
  for (const [part, content] of listParts(result).entries()) {
    if (progress.state !== "writing") break;
    progress = imports.write(layerId, part, content, AUTHOR);
  }
  return progress;
}

/** The digest of all that the object has stored. */
function digestOf({ sql }: DurableObjectStorage): string {
  const tables = sql
    .exec<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY name`,
    )
    .toArray();
  const rows = tables.map(({ name }) => [
    name,
    sql
      .exec(`SELECT * FROM "${name}"`)
      .toArray()
      .map((row) =>
        Object.values(row).map((value) =>
          value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value,
        ),
      ),
  ]);
  return digest(JSON.stringify(rows));
}

const DAY = Date.UTC(2025, 9, 25, 22);

function inside(
  name: string,
  work: (
    parts: Opened & { series: SeriesStore; imports: SiteImports; entries: NewEntry[] },
  ) => void,
) {
  return inSite(name, (opened) => {
    opened.clock.at = NOW;
    const entries: NewEntry[] = [];
    const journal = { record: (entry: NewEntry) => void entries.push(entry) };
    const imports = new SiteImports({ storage: opened.storage, clock: opened.clock, journal });
    const series = opened.open();
    series.setTimeZone(ZONE);
    work({ ...opened, series, imports, entries });
  });
}

const energies = (
  series: SeriesStore,
  imports: SiteImports,
  from: number,
  until: number,
  unit: "hour" | "day" | "month" = "day",
) => readEnergy(series, [], { unit, from, until, timeZone: ZONE, siteTimeZone: ZONE }, imports);
const values = (list: readonly ({ value: number } | null)[]) =>
  list.map((one) => one?.value ?? null);

test("days of 23, 24 and 25 hours have the energies of their hours", () =>
  inside("imports-days", ({ series, imports }) => {
    const from = Date.UTC(2025, 0, 31, 23);
    const result = readHours(from, 365 * 24 - 24 * 31, (hour) => [hour % 24, 1, 0.5]);
    expect(store(imports, "a", result)).toEqual({ state: "complete" });
    const until = result.until ?? 0;
    const days = listDays(ZONE, { from, to: until });
    const expected = days.map((day) => {
      let sum = 0;
      for (let at = day.from; at < day.to; at += HOUR_MS) sum += ((at - from) / HOUR_MS) % 24;
      return sum;
    });
    const found = energies(series, imports, from, until);
    expect(values(found.flows.solar)).toEqual(expected);
    expect(new Set(values(found.flows.gridImport))).toEqual(new Set([23, 24, 25]));
    expect(
      found.flows.solar.every((one) => one?.quality === "imported" && one.coverage === 1),
    ).toBe(true);
    // Hours, days and months have the same sum as the file.
    for (const [flow, sum] of Object.entries(result.sums)) {
      const months = energies(series, imports, from, until, "month").flows[flow as "solar"];
      expect(values(months).reduce<number>((all, one) => all + (one ?? 0), 0)).toBeCloseTo(sum, 3);
    }
    const short = days.find((day) => day.to - day.from === 25 * HOUR_MS);
    const hours = energies(series, imports, short?.from ?? 0, short?.to ?? 0, "hour").flows
      .gridImport;
    expect(values(hours)).toEqual(new Array(25).fill(1));
  }));

test("the same file twice changes nothing, also under another name", () =>
  inside("imports-twice", ({ storage, imports, entries }) => {
    const result = readHours(DAY, 48, (hour) => [hour, 1, 2]);
    expect(store(imports, "a", result)).toEqual({ state: "complete" });
    const before = digestOf(storage);
    expect(store(imports, "a", result)).toEqual({ state: "complete" });
    expect(store(imports, "b", result)).toEqual({ state: "same" });
    expect(digestOf(storage)).toBe(before);
    expect(imports.list()).toHaveLength(1);
    expect(imports.list()[0]?.sums.solar).toBeCloseTo(result.sums.solar ?? 0, 6);
    expect(entries.map(({ what }) => what)).toEqual(["site.dataImported"]);
  }));

test("undoing an import leaves all that is stored and answered as it was before", () =>
  inside("imports-undo", ({ storage, series, imports, entries, open }) => {
    const times = Array.from({ length: 288 }, (_, place) => DAY + DAY_MS + place * 5 * MINUTE_MS);
    series.appendSamples({ times, columns: new Map([[SOLAR, times.map(() => 600)]]) });
    compactWholly(series);
    const span = [DAY - DAY_MS, DAY + 4 * DAY_MS] as const;
    const answers = () => [
      energies(series, imports, ...span, "hour"),
      readCurves(layForCurves(series, imports), [], {
        addresses: [SOLAR],
        from: span[0],
        until: span[1],
        points: 500,
        timeZone: ZONE,
        siteTimeZone: ZONE,
      }),
    ];
    const before = { stored: digestOf(storage), answers: answers() };
    const result = readHours(DAY - DAY_MS, 96, (hour) => [hour, 1, 2]);
    store(imports, "a", result);
    expect(digestOf(storage)).not.toBe(before.stored);
    expect(answers()).not.toEqual(before.answers);
    expect(imports.undo("a", AUTHOR)).toBe(true);
    expect(imports.undo("a", AUTHOR)).toBe(false);
    expect({ stored: digestOf(storage), answers: answers() }).toEqual(before);
    expect(
      open()
        .samples([SOLAR], ...span)
        .get(SOLAR)?.at,
    ).toEqual(times);
    expect(entries.map(({ what, author }) => [what, author?.name])).toEqual([
      ["site.dataImported", "Ana"],
      ["site.importUndone", "Ana"],
    ]);
  }));

test("samples of the logger count where both exist, also those that arrive later", () =>
  inside("imports-logger", ({ series, imports }) => {
    store(
      imports,
      "a",
      readHours(DAY, 49, () => [100, 0, 0]),
    );
    const logged = (from: number, hours: number) => {
      const times = Array.from(
        { length: hours * 12 + 1 },
        (_, place) => from + place * 5 * MINUTE_MS,
      );
      series.appendSamples({ times, columns: new Map([[SOLAR, times.map(() => 1_000)]]) });
    };
    // The first day has 25 hours.
    const [first, second] = [DAY, DAY + 25 * HOUR_MS];
    logged(first + 12 * HOUR_MS, 6);
    const day = energies(series, imports, first, second, "hour").flows.solar;
    expect(values(day)).toEqual([
      ...new Array(12).fill(100),
      ...new Array(6).fill(1_000),
      ...new Array(7).fill(100),
    ]);
    // A day has what its hours have, and the next day is imported alone.
    expect(values(energies(series, imports, first, second + 24 * HOUR_MS).flows.solar)).toEqual([
      12 * 100 + 6_000 + 700,
      2_400,
    ]);
    const curve = readCurves(layForCurves(series, imports), [], {
      addresses: [SOLAR],
      from: first + 11 * HOUR_MS,
      until: first + 20 * HOUR_MS,
      points: 5_000,
      timeZone: ZONE,
      siteTimeZone: ZONE,
    });
    const [{ at = [], value = [] } = {}] = curve.series;
    const within = value.filter((_, place) => {
      const instant = at[place] ?? 0;
      return instant >= first + 12 * HOUR_MS && instant <= first + 18 * HOUR_MS;
    });
    expect(new Set(within)).toEqual(new Set([1_000]));
    expect(value[0]).toBe(100);
    expect(value.at(-1)).toBe(100);
    expect(
      readOverlap(series, {
        from: first,
        until: second + 24 * HOUR_MS,
        registers: ["0100"],
        timeZone: ZONE,
      }),
    ).toEqual({
      days: 2,
      loggerDays: 1,
      from: first,
      until: second,
    });
    logged(first, 49);
    compactWholly(series);
    const later = energies(series, imports, first, second + 24 * HOUR_MS).flows.solar;
    expect(later.map((one) => [one?.value, one?.quality])).toEqual([
      [25_000, "derived"],
      [24_000, "derived"],
    ]);
  }));

test("the counter of the logger counts for all of the time between two of its samples", () =>
  inside("imports-counter", ({ series, imports }) => {
    store(
      imports,
      "a",
      readHours(DAY, 49, () => [100, 0, 0]),
    );
    const times = [DAY + 4 * HOUR_MS, DAY + 20 * HOUR_MS];
    series.appendSamples({ times, columns: new Map([["FFFF000200", [5_000, 9_000]]]) });
    const [day] = energies(series, imports, DAY, DAY + 25 * HOUR_MS).flows.solar;
    expect(day?.value).toBe(4_000 + 400 + 500);
  }));

test("where imports overlap the newest counts, and undoing it shows the older one again", () =>
  inside("imports-overlap", ({ series, imports }) => {
    store(
      imports,
      "a",
      readHours(DAY, 49, () => [100, 1, 0]),
    );
    store(
      imports,
      "b",
      readHours(DAY + 25 * HOUR_MS, 24, () => [300, 0, 0]),
    );
    const both = () => values(energies(series, imports, DAY, DAY + 49 * HOUR_MS).flows.solar);
    expect(both()).toEqual([2_500, 7_200]);
    imports.undo("b", AUTHOR);
    expect(both()).toEqual([2_500, 2_400]);
  }));

test("parts are stored in order, once, and only within the import", () =>
  inside("imports-parts", ({ series, imports, storage, clock }) => {
    const result = readHours(DAY, 24 * 100, (hour) => [hour % 24, 1, 2]);
    const parts = listParts(result);
    expect(parts.length).toBeGreaterThan(4);
    const layer = layerOf("a", result);
    expect(imports.begin(layer)).toEqual({ state: "writing", next: 0 });
    const [one, two] = parts;
    if (one === undefined || two === undefined) throw new Error("no parts");
    expect(imports.write("a", 1, two, AUTHOR)).toEqual({ state: "writing", next: 0 });
    expect(imports.write("a", 0, one, AUTHOR)).toEqual({ state: "writing", next: 1 });
    expect(imports.write("a", 0, one, AUTHOR)).toEqual({ state: "writing", next: 1 });
    expect(imports.write("a", 1, { ...two, at: two.at.toReversed() }, AUTHOR)).toEqual({
      state: "wrongPart",
    });
    expect(
      imports.write("a", 1, { ...two, at: two.at.map((at) => at - 10 * 365 * DAY_MS) }, AUTHOR),
    ).toEqual({ state: "wrongPart" });
    expect(imports.write("x", 0, one, AUTHOR)).toEqual({ state: "absent" });
    // Nothing is shown before the last part, and another instance continues.
    expect(energies(series, imports, DAY, DAY + DAY_MS).flows.solar).toEqual(
      [null, null].slice(0, 1),
    );
    const again = new SiteImports({ storage, clock, journal: { record: () => {} } });
    expect(again.begin(layer)).toEqual({ state: "writing", next: 1 });
    for (const [part, content] of parts.entries()) again.write("a", part, content, AUTHOR);
    expect(again.begin(layer)).toEqual({ state: "complete" });
    expect(again.list()[0]).toMatchObject({
      isComplete: true,
      stored: parts.length,
      registers: ["0100", "0110"],
    });
  }));

test("an abandoned import is removed when another one begins after a day", () =>
  inside("imports-abandoned", ({ imports, clock }) => {
    const result = readHours(DAY, 24, () => [1, 1, 1]);
    imports.begin(layerOf("a", result));
    clock.at += DAY_MS + 1;
    imports.begin(layerOf("b", result));
    expect(imports.list().map(({ layerId }) => layerId)).toEqual(["b"]);
    expect(imports.begin({ ...layerOf("c", result), values: 6_000_000 })).toEqual({
      state: "tooLarge",
    });
    for (let number = 0; number < 49; number++) imports.begin({ ...layerOf(`n${number}`, result) });
    expect(imports.begin(layerOf("c", result))).toEqual({ state: "tooMany" });
  }));

test("samples older than the retention are removed, energies stay", () =>
  inside("imports-retention", ({ series, imports, clock }) => {
    store(
      imports,
      "a",
      readHours(DAY, 48, () => [100, 0, 0]),
    );
    const span = [DAY, DAY + 25 * HOUR_MS] as const;
    expect(imports.expiryDueAt(null)).toBeNull();
    expect(imports.expiryDueAt(1)).toBeGreaterThan(DAY + 365 * DAY_MS);
    clock.at = imports.expiryDueAt(1) ?? 0;
    imports.expire(1);
    expect(imports.samples(["0100"], ...span).size).toBe(0);
    expect(imports.expiryDueAt(1)).toBeNull();
    expect(values(energies(series, imports, ...span).flows.solar)).toEqual([2_500]);
  }));

test("exports have imported samples and averages", () =>
  inside("imports-export", ({ series, imports }) => {
    store(
      imports,
      "a",
      readHours(DAY, 48, () => [100, 0, 0]),
    );
    const asked = { addresses: [SOLAR], from: DAY, until: DAY + 2 * HOUR_MS, timeZone: ZONE };
    const raw = readExport(layForExport(series, imports), { ...asked, intervalMs: null });
    expect([...raw.at]).toHaveLength(8);
    expect(raw.columns.map((one) => [...one])).toEqual([new Array(8).fill(100)]);
    const means = readExport(layForExport(series, imports), { ...asked, intervalMs: HOUR_MS });
    expect(means.columns.map((one) => [...one])).toEqual([[100, 100]]);
  }));
