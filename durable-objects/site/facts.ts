import type { z } from "zod";

/** Small things that the object knows, by name. A fact that says the same is not written again. */
export class Facts {
  readonly #sql: SqlStorage;
  readonly #texts = new Map<string, string | null>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** What was last written; undefined where nothing was, or something that this version does not understand. */
  read<Value>(name: string, schema: z.ZodType<Value>): Value | undefined {
    const text = this.#text(name);
    return text === null ? undefined : schema.safeParse(JSON.parse(text)).data;
  }

  /** Whether it was another one before. */
  write(name: string, value: unknown): boolean {
    const text = JSON.stringify(value);
    if (this.#text(name) === text) return false;
    this.#sql.exec(`INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)`, name, text);
    this.#texts.set(name, text);
    return true;
  }

  forget(name: string): void {
    if (this.#text(name) === null) return;
    this.#sql.exec(`DELETE FROM facts WHERE name = ?`, name);
    this.#texts.set(name, null);
  }

  #text(name: string): string | null {
    const held = this.#texts.get(name);
    if (held !== undefined) return held;
    const [row] = this.#sql
      .exec<{ value: string }>(`SELECT value FROM facts WHERE name = ?`, name)
      .toArray();
    const text = row?.value ?? null;
    this.#texts.set(name, text);
    return text;
  }
}
