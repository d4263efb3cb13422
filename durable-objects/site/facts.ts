import type { z } from "zod";

/** Small things that the object knows, by name. A fact that says the same is not written again. */
export class Facts {
  readonly #sql: SqlStorage;
  readonly #texts = new Map<string, string | null>();
  /** What was read last, which is asked for again with each frame. */
  readonly #read = new Map<string, { schema: z.ZodType; value: unknown }>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /**
   * What was last written; undefined where nothing was, or something that this version does not understand. The same
   * value again and again: not to be changed.
   */
  read<Value>(name: string, schema: z.ZodType<Value>): Value | undefined {
    const held = this.#read.get(name);
    if (held?.schema === schema) return held.value as Value | undefined;
    const text = this.#text(name);
    const value = text === null ? undefined : schema.safeParse(JSON.parse(text)).data;
    this.#read.set(name, { schema, value });
    return value;
  }

  /** Whether the same was written last. */
  isWritten(name: string, value: unknown): boolean {
    return this.#text(name) === JSON.stringify(value);
  }

  /** Whether it was another one before. */
  write(name: string, value: unknown): boolean {
    const text = JSON.stringify(value);
    if (this.#text(name) === text) return false;
    this.#sql.exec(`INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)`, name, text);
    this.#keep(name, text);
    return true;
  }

  forget(name: string): void {
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
