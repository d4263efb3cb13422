import type { z } from "zod";

/** Small JSON values of the object by name. An unchanged value is not written again. */
export class KeyValueStore {
  readonly #sql: SqlStorage;
  readonly #texts = new Map<string, string | null>();
  /** Values read last, since each frame reads the same ones. */
  readonly #read = new Map<string, { schema: z.ZodType; value: unknown }>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /**
   * Returns the value last written; undefined if there is none, or one that this version cannot parse. Callers share
   * the object and must not change it.
   */
  read<Value>(name: string, schema: z.ZodType<Value>): Value | undefined {
    const held = this.#read.get(name);
    if (held?.schema === schema) return held.value as Value | undefined;
    const text = this.#text(name);
    const value = text === null ? undefined : schema.safeParse(JSON.parse(text)).data;
    this.#read.set(name, { schema, value });
    return value;
  }

  /** Whether this value is the stored one. */
  isWritten(name: string, value: unknown): boolean {
    return this.#text(name) === JSON.stringify(value);
  }

  /**
   * Writes a value.
   * @returns whether it differs from the stored one
   */
  write(name: string, value: unknown): boolean {
    const text = JSON.stringify(value);
    if (this.#text(name) === text) return false;
    this.#sql.exec(`INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)`, name, text);
    this.#keep(name, text);
    return true;
  }

  delete(name: string): void {
    if (this.#text(name) === null) return;
    this.#sql.exec(`DELETE FROM facts WHERE name = ?`, name);
    this.#keep(name, null);
  }

  #keep(name: string, text: string | null): void {
    this.#texts.set(name, text);
    this.#read.delete(name);
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
