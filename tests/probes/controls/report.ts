import { type Cell, KINDS, STEPS } from "./cells.ts";
import type { Judgement } from "./judge.ts";
import type { Plan } from "./saboteur.ts";
import type { Story } from "./story.ts";

const COLUMNS = {
  success: "success",
  "parameter error": "parameter",
  "response timeout": "timeout",
  "configuration failed": "failed",
  expired: "expired",
  unknown: "unknown",
  twice: "twice",
} as const;
type Column = keyof typeof COLUMNS;
type Row = { controls: number } & Record<Column, number>;
const NAMES = Object.keys(COLUMNS) as Column[];
const WIDE = 10;

/** How the controls of each kind of fault ended, added up over all worlds. */
export class Report {
  readonly #rows = new Map<string, Row>();
  readonly #met = new Set<string>();
  controls = 0;
  faults = 0;
  missed = 0;
  maxEndMs = 0;
  maxLockMs = 0;

  add(plans: readonly Plan[], { reading, findings, maxEndMs, maxLockMs }: Judgement): void {
    const twice = new Set(
      findings.filter(({ rule }) => rule === "executed twice").map(({ id }) => id),
    );
    for (const { cell, ids, fired } of plans) {
      if (fired) this.#met.add(`${cell.step}: ${cell.kind}`);
      for (const story of ids.flatMap((id) => reading.stories.get(id) ?? [])) {
        this.controls += 1;
        if (cell.kind !== "crowd") this[fired ? "faults" : "missed"] += 1;
        for (const name of rowsOf(cell, fired)) this.#count(name, story, twice.has(story.id));
      }
    }
    this.maxEndMs = Math.max(this.maxEndMs, maxEndMs);
    this.maxLockMs = Math.max(this.maxLockMs, maxLockMs);
  }

  /** Faults that befell no control at a step. */
  unmet(): string[] {
    const all = STEPS.flatMap((step) => KINDS.map((kind) => `${step}: ${kind}`));
    return all.filter((fault) => !this.#met.has(fault));
  }

  /** Lines of the table, in the order of steps. */
  lines(): string[] {
    const head = ["controls", ...Object.values(COLUMNS)]
      .map((name) => name.padStart(WIDE))
      .join("");
    const rows = [...this.#rows].sort(([one], [other]) => (one < other ? -1 : 1));
    return ["".padEnd(44) + head, ...rows.map(([name, row]) => name.padEnd(44) + cellsOf(row))];
  }

  #count(name: string, { end }: Story, isTwice: boolean): void {
    const empty = Object.fromEntries(NAMES.map((column) => [column, 0]));
    const row = this.#rows.get(name) ?? ({ controls: 0, ...empty } as Row);
    this.#rows.set(name, row);
    row.controls += 1;
    if (end !== null) row[end.result] += 1;
    if (isTwice) row.twice += 1;
  }
}

function rowsOf({ step, when, kind, manner, cmd }: Cell, fired: boolean): string[] {
  const place = kind === "crowd" ? "more at once than may be" : `${step}, ${when}: ${kind}`;
  const fault = fired || kind === "crowd" ? place : "its step was not reached";
  return [fault, `| device answers ${manner}`, `| given by ${cmd}`, "~ all"];
}

function cellsOf(row: Row): string {
  return [row.controls, ...NAMES.map((column) => row[column])]
    .map((n) => String(n).padStart(WIDE))
    .join("");
}
