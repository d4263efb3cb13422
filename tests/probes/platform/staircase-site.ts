import { SECOND_MS } from "#domain/units/durations.ts";
import type { FleetSite } from "#simulator/fleet-file.ts";
import { type Logger, openLogger } from "../../clean-room/logger-client.mjs";
import { call, login } from "../../clean-room/portal-http.mjs";

/** A row of the alarm log, as far as the history determines it. */
export type LoggedAlarm = {
  name: string;
  level: string;
  startTime: number;
  dateTime: number;
  endTime: number | null;
};

const REGISTER = "FFFF000131";
const NORMAL = 50;
/** Limit of the first rule, and distance to that of the next, V. */
const FIRST_LIMIT = 60;
const STEP = 2;
const MAX_VOLTAGE = 1_000;
const READY_MS = 120 * SECOND_MS;
/** Part of the usual waits before a logger connects again. */
const WAIT_SCALE = 0.02;

/** Signs in and returns the function that calls the portal. */
export async function signInCaller(
  url: string,
  { account, password }: { account: string; password: string },
): Promise<Caller> {
  const { token } = await login({ url, account, password });
  return (path, input) =>
    call(url, `/api${path}`, input, { token }) as Promise<Record<string, unknown>>;
}

export type Caller = (path: string, input: object) => Promise<Record<string, unknown>>;

/**
 * A site with a logger that sends known samples, and rules with ascending limits: each sample breaches one more of them,
 * and the last one clears them all. The logger keeps batches until they are acknowledged and marks none as backlog, so
 * that all of them are live.
 */
export class StaircaseSite {
  readonly names: string[];
  id = 0;
  readonly #call: Caller;
  readonly #site: FleetSite;
  readonly #logger: Logger;
  readonly #raisedAt: number[] = [];
  #lastAt = 0;
  #endedAt: number | null = null;

  constructor(parts: { url: string; call: Caller; site: FleetSite; names: string[] }) {
    const { url, site, names } = parts;
    [this.#call, this.#site, this.names] = [parts.call, site, names];
    const { serial, secret } = site;
    this.#logger = openLogger({
      ...{ url, serial, secret, sample: false, waitScale: WAIT_SCALE },
      timings: { heartbeat: 5 * SECOND_MS, heartbeatAnswer: 3 * SECOND_MS, resend: SECOND_MS },
    });
    this.#logger.batches.backlog = () => null;
  }

  /** Makes the rules. */
  async prepare(): Promise<void> {
    await this.ready();
    const limits = this.names.map((name, index) => ({
      ...{ name, address: REGISTER, unit: "V", min: 0, max: MAX_VOLTAGE },
      ...{ lowAlarm: null, lowClear: null, highClear: FIRST_LIMIT - 1 },
      highAlarm: FIRST_LIMIT + index * STEP,
      ...{ sustainTime: 0, notifyAfter: 0, level: "warning", monitor: "all", isOpen: true },
    }));
    const input = { sn: this.#site.serial, emailInterval: 1, limits };
    const { id } = await this.#call("/site/v2/alarm/rule/update", input);
    this.id = Number(id);
  }

  ready(): Promise<void> {
    return this.#logger.ready(READY_MS);
  }

  /** Sends a sample that breaches the next rule; false if none is left. */
  raise(): boolean {
    const index = this.#raisedAt.length;
    if (index >= this.names.length) return false;
    this.#raisedAt.push(this.#send(FIRST_LIMIT + index * STEP + 1));
    return true;
  }

  /** Sends a sample that clears all rules. */
  clear(): void {
    this.#endedAt = this.#send(NORMAL);
  }

  /** Number of batches without an acknowledgement. */
  get heldBatches(): number {
    return this.#logger.held().length;
  }

  /** The log of one pass over the samples, without any interruption. */
  get expectedLog(): LoggedAlarm[] {
    return this.#raisedAt.map((startTime, index) => ({
      name: this.names[index] ?? "",
      level: "warning",
      startTime,
      dateTime: startTime,
      endTime: this.#endedAt,
    }));
  }

  async readLog(): Promise<LoggedAlarm[]> {
    const input = { sn: this.#site.serial, page: 1, size: 100, sources: ["user rule"] };
    const { rows } = await this.#call("/site/v4/alarm/logger/page", input);
    return (rows as (LoggedAlarm & { description: string })[])
      .map(({ description, level, startTime, dateTime, endTime }) => ({
        name: /\bK\d+\b/.exec(description)?.[0] ?? description,
        ...{ level, startTime, dateTime, endTime },
      }))
      .sort((one, other) => one.startTime - other.startTime);
  }

  stop(): void {
    this.#logger.stop();
  }

  #send(value: number): number {
    const at = Math.max(this.#logger.now(), this.#lastAt + SECOND_MS);
    this.#lastAt = at;
    this.#logger.pushBatch({ times: [at], values: { [REGISTER]: [value] } });
    return at;
  }
}
