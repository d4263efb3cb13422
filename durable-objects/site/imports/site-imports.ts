import {
  MAX_IMPORT_VALUE,
  MAX_LAYER_VALUES,
  MAX_LAYERS,
  MAX_PART_INSTANTS,
} from "#domain/imports/import-limits.ts";
import type { ImportPart } from "#domain/imports/import-parts.ts";
import { IMPORT_FLOWS, IMPORT_REGISTERS, type ImportFlow } from "#domain/imports/import-targets.ts";
import { DAY_MS, QUARTER_MS } from "#domain/units/durations.ts";
import type { Author } from "#protocol/alarms.ts";
import {
  type ImportLayer,
  type ImportProgress,
  type NewImport,
  storedImport,
} from "#protocol/imports.ts";
import type { Clock } from "../interfaces.ts";
import { sha256 } from "../journal/sha256.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import { firstNotBefore } from "../series/first-not-before.ts";
import { encodePart, type ImportKind, ImportRows, type StoredLayer } from "./import-rows.ts";

/** An import that was not completed within this time is removed when another one begins, ms. */
const ABANDONED_MS = DAY_MS;

/** Values over ascending instants, ms UTC. */
export type ImportedPoints = { at: number[]; values: number[] };

type Deps = {
  storage: Pick<DurableObjectStorage, "sql" | "transactionSync">;
  clock: Pick<Clock, "now">;
  journal: Pick<SiteJournal, "record">;
};

/**
 * Imports of data from other portals. Each is a layer in tables of its own below the samples of the logger, which are
 * never changed by one: undoing an import leaves everything as it was before. Where imports overlap, the newest counts.
 */
export class SiteImports {
  readonly #deps: Deps;
  readonly #rows: ImportRows;
  /** Read on first use, so that a wake-up of a site without imports reads nothing. */
  #known: StoredLayer[] | undefined;
  /** End of the oldest part with samples; undefined if it has to be read. */
  #oldest: number | null | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#rows = new ImportRows(deps.storage.sql);
  }

  get #layers(): StoredLayer[] {
    this.#known ??= this.#rows.layers();
    return this.#known;
  }

  set #layers(layers: StoredLayer[]) {
    this.#known = layers;
  }

  /** Returns all imports, the newest first. */
  list(): ImportLayer[] {
    return this.#layers.toReversed().map(({ number, digest, written, ends, ...layer }) => layer);
  }

  begin(layer: NewImport): ImportProgress {
    const now = this.#deps.clock.now();
    for (const { layerId, isComplete, at } of this.#layers)
      if (!isComplete && layerId !== layer.layerId && at < now - ABANDONED_MS)
        this.#remove(layerId);
    const known = this.#find(layer.layerId);
    if (known !== undefined) return progressOf(known);
    if (this.#layers.length >= MAX_LAYERS) return { state: "tooMany" };
    const values = this.#layers.reduce((sum, other) => sum + other.values, 0);
    if (values + layer.values > MAX_LAYER_VALUES) return { state: "tooLarge" };
    const number = (this.#layers.at(-1)?.number ?? 0) + 1;
    const begun = {
      ...layer,
      number,
      at: now,
      stored: 0,
      isComplete: false,
      registers: [],
      sums: {},
      digest: "",
      written: 0,
      ends: {},
    };
    this.#rows.writeLayer(begun);
    this.#layers.push(begun);
    return progressOf(begun);
  }

  /** Stores a part. The whole step is one transaction. */
  write(layerId: string, part: number, content: ImportPart, author: Author): ImportProgress {
    const layer = this.#find(layerId);
    if (layer === undefined) return { state: "absent" };
    if (layer.isComplete || part !== layer.stored) return progressOf(layer);
    const written = layer.written + countIn(content);
    if (!fits(layer, content) || written > layer.values) return { state: "wrongPart" };
    const data = encodePart(content);
    const stored = layer.stored + 1;
    const next: StoredLayer = {
      ...layer,
      stored,
      written,
      ends: { ...layer.ends, [content.kind]: content.at.at(-1) },
      isComplete: stored === layer.parts,
      registers: addRegisters(layer.registers, content),
      sums: addSums(layer.sums, content),
      digest: sha256(layer.digest + toHex(data)),
    };
    const isSame =
      next.isComplete &&
      this.#layers.some(({ isComplete, digest }) => isComplete && digest === next.digest);
    if (isSame) {
      this.#remove(layerId);
      return { state: "same" };
    }
    this.#deps.storage.transactionSync(() => {
      this.#rows.addPart(layerId, part, content, data);
      this.#rows.writeLayer(next);
      if (next.isComplete) this.#record("site.dataImported", next, author);
    });
    this.#layers = this.#layers.map((one) => (one.layerId === layerId ? next : one));
    this.#oldest = undefined;
    return progressOf(next);
  }

  /** Removes an import as a whole, also one that is not complete. */
  undo(layerId: string, author: Author): boolean {
    const layer = this.#find(layerId);
    if (layer === undefined) return false;
    this.#deps.storage.transactionSync(() => {
      this.#rows.removeLayer(layerId);
      if (layer.isComplete) this.#record("site.importUndone", layer, author);
    });
    this.#layers = this.#layers.filter((one) => one.layerId !== layerId);
    this.#oldest = undefined;
    return true;
  }

  /**
   * Checks all imports, which may come from an archive, as if each was written anew.
   * @throws Error if one could not have been written
   */
  check(): void {
    const layers = this.#rows.layers();
    const values = layers.reduce((sum, layer) => sum + layer.values, 0);
    if (layers.length > MAX_LAYERS || values > MAX_LAYER_VALUES)
      throw new Error("more imports than a site may have");
    for (const { layerId, number, isComplete, ...body } of layers) {
      if (!storedImport.safeParse(body).success)
        throw new Error("an import that this version cannot read");
      let count = 0;
      let ends: StoredLayer["ends"] = {};
      for (const { content, cells, from, to } of this.#rows.parts(layerId)) {
        const { at, columns } = content;
        count += countIn(content);
        const isWhole = from === at[0] && to === at.at(-1) && at.length <= MAX_PART_INSTANTS;
        if (!isWhole || cells !== at.length * Object.keys(columns).length)
          throw new Error("a part of an import differs from its row");
        if (!fits({ ...body, layerId, number, isComplete, ends }, content) || !isSound(content))
          throw new Error("a part does not fit its import");
        ends = { ...ends, [content.kind]: at.at(-1) };
      }
      if (count > body.values) throw new Error("an import has more values than it states");
    }
  }

  /** Whether a complete import has anything in a period. */
  covers(from: number, until: number): boolean {
    return this.#within(from, until).length > 0;
  }

  /** Returns the samples of registers in a period. Registers without any are left out. */
  samples(registers: Iterable<string>, from: number, until: number): Map<string, ImportedPoints> {
    return this.#read("samples", new Set(registers), from, until);
  }

  /** Returns the energies of quarters of an hour in a period, Wh. Flows without any are left out. */
  energies(flows: Iterable<string>, from: number, until: number): Map<string, ImportedPoints> {
    return this.#read("energies", new Set(flows), from, until);
  }

  /** Returns an instant, at most `until`, up to which about `most` values of complete imports are stored from `from` on. */
  endOfValues(from: number, until: number, most: number): number {
    return this.covers(from, until)
      ? Math.min(until, this.#rows.endOfParts(from, most) ?? until)
      : until;
  }

  /** Registers with samples in complete imports. */
  get registers(): ReadonlySet<string> {
    return new Set(this.#layers.flatMap((layer) => (layer.isComplete ? layer.registers : [])));
  }

  /**
   * Returns the instant at which the oldest samples are older than the retention, ms UTC; null for never.
   * @param years null keeps samples without limit
   */
  expiryDueAt(years: number | null): number | null {
    if (years === null || this.#layers.length === 0) return null;
    if (this.#oldest === undefined) this.#oldest = this.#rows.oldestSamples();
    return this.#oldest === null ? null : addYears(this.#oldest, years) + DAY_MS;
  }

  /** Removes the samples that are older than the retention. Energies stay, like those of expired samples. */
  expire(years: number | null): void {
    if (years === null) return;
    this.#rows.removeSamplesBefore(addYears(this.#deps.clock.now() - DAY_MS, -years) + 1);
    this.#oldest = undefined;
  }

  #read(
    kind: ImportKind,
    names: ReadonlySet<string>,
    from: number,
    until: number,
  ): Map<string, ImportedPoints> {
    const found = new Map<string, ImportedPoints>();
    if (names.size === 0) return found;
    for (const layer of this.#within(from, until).toReversed())
      for (const [name, points] of this.#readLayer(layer.layerId, kind, names, from, until)) {
        const newer = found.get(name);
        found.set(name, newer === undefined ? points : mergeBelow(newer, points));
      }
    return found;
  }

  #readLayer(
    layerId: string,
    kind: ImportKind,
    names: ReadonlySet<string>,
    from: number,
    until: number,
  ) {
    const found = new Map<string, ImportedPoints>();
    for (const { times, columns } of this.#rows.read(layerId, kind, names, from, until)) {
      const start = firstNotBefore(times, from);
      const end = firstNotBefore(times, until);
      for (const [name, column] of columns) {
        const points = found.get(name) ?? { at: [], values: [] };
        for (let index = start; index < end; index++) {
          const value = column[index];
          if (typeof value !== "number") continue;
          points.at.push(times[index] ?? 0);
          points.values.push(value);
        }
        if (points.at.length > 0) found.set(name, points);
      }
    }
    return found;
  }

  #within(from: number, until: number): StoredLayer[] {
    return this.#layers.filter(
      (layer) => layer.isComplete && layer.from < until && layer.until > from,
    );
  }

  #find(layerId: string): StoredLayer | undefined {
    return this.#layers.find((layer) => layer.layerId === layerId);
  }

  #remove(layerId: string): void {
    this.#deps.storage.transactionSync(() => this.#rows.removeLayer(layerId));
    this.#layers = this.#layers.filter((layer) => layer.layerId !== layerId);
  }

  #record(
    what: "site.dataImported" | "site.importUndone",
    layer: StoredLayer,
    author: Author,
  ): void {
    const { name, from, until } = layer;
    this.#deps.journal.record({ what, author, details: { name, from, until } });
  }
}

function progressOf({ isComplete, stored }: StoredLayer): ImportProgress {
  return isComplete ? { state: "complete" } : { state: "writing", next: stored };
}

function countIn({ columns }: ImportPart): number {
  const lists = Object.values(columns);
  return lists.reduce((sum, list) => sum + list.filter((value) => value !== null).length, 0);
}

/** Whether the instants of a part are ascending, within the import and after those of its parts before. */
function fits({ from, until, ends }: StoredLayer, { kind, at }: ImportPart): boolean {
  const first = kind === "energies" ? Math.floor(from / QUARTER_MS) * QUARTER_MS : from;
  let last = Math.max(first - 1, ends[kind] ?? Number.NEGATIVE_INFINITY);
  for (const instant of at) {
    if (!(instant > last) || instant > until) return false;
    if (kind === "energies" && instant % QUARTER_MS !== 0) return false;
    last = instant;
  }
  return at.length > 0;
}

/** Whether a part has only registers or flows of its kind, with values that an import may have. */
function isSound({ kind, columns }: ImportPart): boolean {
  const names: readonly string[] = kind === "samples" ? IMPORT_REGISTERS : IMPORT_FLOWS;
  const least = kind === "samples" ? -MAX_IMPORT_VALUE : 0;
  return Object.entries(columns).every(
    ([name, column]) =>
      names.includes(name) &&
      column.every(
        (value) =>
          value === null ||
          (typeof value === "number" && value >= least && value <= MAX_IMPORT_VALUE),
      ),
  );
}

function addSums(sums: ImportLayer["sums"], { kind, columns }: ImportPart): ImportLayer["sums"] {
  if (kind !== "energies") return sums;
  const added = { ...sums };
  for (const [flow, column] of Object.entries(columns) as [ImportFlow, (number | null)[]][])
    added[flow] = column.reduce<number>((sum, value) => sum + (value ?? 0), added[flow] ?? 0);
  return added;
}

function addRegisters(
  registers: readonly string[],
  { kind, columns }: ImportPart,
): readonly string[] {
  return kind === "samples" ? [...new Set([...registers, ...Object.keys(columns)])] : registers;
}

/** Adds the points of an older import in quarters of an hour in which the newer one has none. */
function mergeBelow(newer: ImportedPoints, older: ImportedPoints): ImportedPoints {
  const taken = new Set(newer.at.map((at) => Math.floor(at / QUARTER_MS)));
  const all = newer.at.map((at, place) => ({ at, value: newer.values[place] ?? 0 }));
  for (const [place, at] of older.at.entries())
    if (!taken.has(Math.floor(at / QUARTER_MS))) all.push({ at, value: older.values[place] ?? 0 });
  all.sort((one, other) => one.at - other.at);
  return { at: all.map(({ at }) => at), values: all.map(({ value }) => value) };
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function addYears(at: number, years: number): number {
  const date = new Date(at);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}
