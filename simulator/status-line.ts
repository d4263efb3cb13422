import { PROBLEM_STATUS } from "#domain/problem.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { Fleet } from "./fleet.ts";
import type { FleetClock } from "./logger/fleet-clock.ts";
import type { LinkEnd } from "./logger/link.ts";

const REPEAT_MS = 5 * MINUTE_MS;

type Output = { isTTY?: boolean; columns?: number; write(text: string): unknown };

/** Shows the state of the fleet: one updated line on a terminal, otherwise a line per change. */
export class StatusLine {
  readonly #fleet: Fleet;
  readonly #clock: FleetClock;
  readonly #output: Output;
  #sampled = 0;
  #at: number;
  #shown = "";
  readonly #troubles = new Map<string, number>();
  /** When each problem was last printed. */
  readonly #lastPrinted = new Map<string, number>();

  constructor(fleet: Fleet, clock: FleetClock, output: Output) {
    this.#fleet = fleet;
    this.#clock = clock;
    this.#output = output;
    this.#at = clock.wall();
  }

  /** Counts the ends and refusals of connections since the last line. */
  note(end: LinkEnd | null): void {
    if (end === null) return;
    const words = explain(end);
    this.#troubles.set(words, (this.#troubles.get(words) ?? 0) + 1);
  }

  /** Prints a line of its own. */
  say(text: string): void {
    this.#output.write(`${this.#output.isTTY ? "\r\x1b[K" : ""}${text}\n`);
    this.#shown = "";
  }

  show(): void {
    const { sites, online, sampled, waiting } = this.#fleet.summarise();
    const wall = this.#clock.wall();
    const rate = ((sampled - this.#sampled) * 1_000) / Math.max(1, wall - this.#at);
    this.#sampled = sampled;
    this.#at = wall;
    this.#printProblems(wall);
    const { behind } = this.#clock;
    const state = `${online} of ${sites} ${sites === 1 ? "logger" : "loggers"} connected`;
    if (!this.#output.isTTY) {
      if (state !== this.#shown) this.#output.write(`${state}\n`);
      this.#shown = state;
      return;
    }
    const lag = behind > 1_000 ? ` · ${(behind / HOUR_MS).toFixed(1)} h behind` : "";
    const line = `${state} · ${rate.toFixed(1)} samples/s · ${waiting} waiting${lag}`;
    this.#output.write(`\r\x1b[K${line.slice(0, Math.max(20, (this.#output.columns ?? 80) - 1))}`);
  }

  /** Prints each problem once; repetitions are suppressed. */
  #printProblems(wall: number): void {
    for (const [words, count] of this.#troubles) {
      if (wall - (this.#lastPrinted.get(words) ?? -Infinity) < REPEAT_MS) continue;
      this.#lastPrinted.set(words, wall);
      this.say(`${count === 1 ? "" : `${count} × `}${words}`);
    }
    this.#troubles.clear();
  }

  end(): void {
    if (this.#output.isTTY) this.#output.write("\n");
  }
}

function explain(end: LinkEnd): string {
  if (end.reason === "ECONNREFUSED") return "nothing answers there yet; trying again";
  switch (end.refused) {
    case PROBLEM_STATUS.notSignedIn:
      return "refused: serial number or secret is wrong (a fleet file of another state?)";
    case PROBLEM_STATUS.conflict:
      return "refused: no site has that module yet";
    case PROBLEM_STATUS.tooFast:
      return "refused: too often; waiting as requested";
    default:
      return `connection lost (${end.reason}); trying again`;
  }
}
