import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { SamplePeriod, TiledHousehold } from "./tiled-household.ts";

/** The same values in one wide row for each instant of a site, by SQLite, which keeps whole numbers short. */
export class RowStore {
  readonly #folder = mkdtempSync(join(tmpdir(), "helioport-rows-"));
  readonly #file = join(this.#folder, "rows.sqlite");
  readonly #database = new DatabaseSync(this.#file);

  constructor(columns: number) {
    const cells = Array.from({ length: columns }, (_, place) => `c${place} REAL`);
    this.#database.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY");
    this.#database.exec(`CREATE TABLE sample (at INTEGER PRIMARY KEY, ${cells.join(", ")})`);
  }

  load(household: TiledHousehold, { from, stepMs, count, columns }: SamplePeriod): void {
    const marks = columns.map(() => "?").join(", ");
    const insert = this.#database.prepare(`INSERT INTO sample VALUES (?, ${marks})`);
    this.#database.exec("BEGIN");
    for (let index = 0; index < count; index++)
      insert.run(
        from + index * stepMs,
        ...columns.map((column, place) => household.valueOf(place, column[index] ?? 0)),
      );
    this.#database.exec("COMMIT");
  }

  /** Ends it. */
  bytes(): number {
    this.#database.close();
    const bytes = statSync(this.#file).size;
    rmSync(this.#folder, { recursive: true, force: true });
    return bytes;
  }
}
