import type { ImportPart } from "#domain/imports/import-parts.ts";
import { IMPORT_FLOWS, IMPORT_REGISTERS } from "#domain/imports/import-targets.ts";
import type { ImportLayer } from "#protocol/imports.ts";
import { decodeSegment, packSegment, type Segment } from "../series/segment.ts";

/** Ids of columns in stored rows. Append only. */
const COLUMNS: readonly string[] = [...IMPORT_REGISTERS, ...IMPORT_FLOWS];

export type ImportKind = ImportPart["kind"];
/** An import as it is stored, with its order. */
export type StoredLayer = ImportLayer & {
  number: number;
  /** Digest of the stored parts. */
  digest: string;
  /** Number of values in the stored parts. */
  written: number;
  /** Last instant of the stored parts of each kind, ms UTC. */
  ends: Partial<Record<ImportKind, number>>;
};

type Body = Omit<StoredLayer, "layerId" | "number" | "isComplete">;

/** Rows of imports and of their parts. */
export class ImportRows {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Returns all imports, the oldest first. */
  layers(): StoredLayer[] {
    const query = `SELECT layer_id AS layerId, number, is_complete AS isComplete, body
      FROM import_layers ORDER BY number`;
    return this.#sql
      .exec<{ layerId: string; number: number; isComplete: number; body: string }>(query)
      .toArray()
      .map(({ layerId, number, isComplete, body }) => ({
        ...(JSON.parse(body) as Body),
        layerId,
        number,
        isComplete: isComplete === 1,
      }));
  }

  writeLayer({ layerId, number, isComplete, ...body }: StoredLayer): void {
    this.#sql.exec(
      `INSERT OR REPLACE INTO import_layers (layer_id, number, is_complete, body) VALUES (?, ?, ?, ?)`,
      layerId,
      number,
      isComplete ? 1 : 0,
      JSON.stringify(body satisfies Body),
    );
  }

  /** Removes an import with all of its parts. */
  removeLayer(layerId: string): void {
    this.#sql.exec(`DELETE FROM import_rows WHERE layer_id = ?`, layerId);
    this.#sql.exec(`DELETE FROM import_layers WHERE layer_id = ?`, layerId);
  }

  addPart(
    layerId: string,
    part: number,
    { kind, at, columns }: ImportPart,
    data: Uint8Array<ArrayBuffer>,
  ): void {
    this.#sql.exec(
      `INSERT INTO import_rows (layer_id, part, kind, from_at, to_at, cells, data) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      layerId,
      part,
      kind,
      at[0] ?? 0,
      at.at(-1) ?? 0,
      at.length * Object.keys(columns).length,
      data.buffer,
    );
  }

  /** Yields the stored columns of a period, a part at a time, in the order of time within each import. */
  *read(
    layerId: string,
    kind: ImportKind,
    names: ReadonlySet<string>,
    from: number,
    until: number,
  ): Iterable<{
    times: readonly number[];
    columns: Map<
      string,
      Segment["columns"] extends ReadonlyMap<number, infer Column> ? Column : never
    >;
  }> {
    const wanted = new Set([...names].map((name) => COLUMNS.indexOf(name)));
    const query = `SELECT data FROM import_rows
      WHERE layer_id = ? AND kind = ? AND to_at >= ? AND from_at < ? ORDER BY part`;
    for (const { data } of this.#sql.exec<{ data: ArrayBuffer }>(
      query,
      layerId,
      kind,
      from,
      until,
    )) {
      const { times, columns } = decodeSegment(new Uint8Array(data), wanted);
      yield {
        times,
        columns: new Map([...columns].map(([id, column]) => [COLUMNS[id] ?? "", column])),
      };
    }
  }

  /**
   * Yields the parts of an import with the number of values that is stored beside each.
   * @throws Error if one cannot be read
   */
  *parts(
    layerId: string,
  ): Iterable<{ content: ImportPart; cells: number; from: number; to: number }> {
    const query = `SELECT kind, from_at AS "from", to_at AS "to", cells, data FROM import_rows
      WHERE layer_id = ? ORDER BY part`;
    type Row = { kind: ImportKind; from: number; to: number; cells: number; data: ArrayBuffer };
    for (const { data, kind, ...row } of this.#sql.exec<Row>(query, layerId)) {
      const { times, columns } = decodeSegment(new Uint8Array(data));
      const named = [...columns].map(([id, column]) => [COLUMNS[id] ?? "", column] as const);
      const content = { kind, at: [...times], columns: Object.fromEntries(named) };
      yield { content: content as ImportPart, ...row };
    }
  }

  /** Returns the end of the last part with which those from an instant on have at most a number of values. */
  endOfParts(from: number, most: number): number | null {
    const query = `SELECT to_at AS "to", cells FROM import_rows
      WHERE kind = 'samples' AND to_at >= ? ORDER BY to_at`;
    let sum = 0;
    for (const { to, cells } of this.#sql.exec<{ to: number; cells: number }>(query, from)) {
      sum += cells;
      if (sum >= most) return to + 1;
    }
    return null;
  }

  /** Returns the end of the oldest part with samples, ms UTC; null without one. */
  oldestSamples(): number | null {
    const query = `SELECT min(to_at) AS n FROM import_rows WHERE kind = 'samples'`;
    return this.#sql.exec<{ n: number | null }>(query).one().n;
  }

  /** Removes the samples of parts that end before an instant; energies stay. */
  removeSamplesBefore(at: number): void {
    this.#sql.exec(`DELETE FROM import_rows WHERE kind = 'samples' AND to_at < ?`, at);
  }
}

/** Encodes a part for storage. */
export function encodePart({ at, columns }: ImportPart): Uint8Array<ArrayBuffer> {
  const byId = new Map(
    Object.entries(columns).map(([name, column]) => [COLUMNS.indexOf(name), column]),
  );
  return packSegment({ times: at, columns: byId }).data;
}
