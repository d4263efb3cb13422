import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { freezeSiteClock } from "../../support/site-clock.ts";
import {
  connectMessage,
  type Frame,
  LoggerSocket,
  sample,
  siteStub,
  upgradeLogger,
} from "../../support/site-logger.ts";

export const FLOODS = ["statuses", "events", "registers", "updates"] as const;
export type Flood = (typeof FLOODS)[number];

/** What a period of a flood came to. */
export type FloodPeriod = {
  /** A little more than the period: after a disconnection the logger comes again later, ms. */
  elapsedMs: number;
  /** Written by the site's object, alarms included. */
  rows: number;
  /** Messages to the queue, each of which may write some rows of the database. */
  messages: number;
  /** Ordinary samples, one each minute, and those that were acknowledged in the end. */
  samples: number;
  acknowledged: number;
  /** Times that the logger was disconnected. */
  closed: number;
  /** Notifications of owner and operator. */
  notices: number;
};

const FLOOD_EVERY_MS = 4_000;
/** Real data updates each time; of the others one frame holds many entries. */
const UPDATES = 5;
const RECONNECT_MS = 15_000;
let siteId = 42_000;

/** Plays periods of a logger that floods, each an hour long by default, by a clock of its own. */
export async function playFlood(
  flood: Flood,
  periods: number,
  periodMs = 60 * MINUTE_MS,
): Promise<FloodPeriod[]> {
  siteId += 1;
  const clock = freezeSiteClock();
  const meter = await openMeter(siteId);
  const logger = new FloodingLogger(siteId, clock);
  const results: FloodPeriod[] = [];
  for (let period = 0; period < periods; period++) {
    const beganAt = clock.now();
    const before = { ...(await meter.read()), ...logger.counts };
    await logger.play(flood, periodMs);
    const after = { ...(await meter.read()), ...logger.counts };
    results.push({
      elapsedMs: clock.now() - beganAt,
      rows: after.rows - before.rows,
      messages: after.messages - before.messages,
      samples: after.samples - before.samples,
      acknowledged: after.acknowledged - before.acknowledged,
      closed: after.closed - before.closed,
      notices: after.notices - before.notices,
    });
  }
  vi.restoreAllMocks();
  return results;
}

/** Counts what a site's object writes and sends. */
async function openMeter(id: number) {
  let [rows, alarms, messages, notices] = [0, 0, 0, 0];
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  await runInDurableObject(siteStub(id), (_, { storage }) => {
    const sql = Object.getPrototypeOf(storage.sql) as SqlStorage;
    const { exec } = sql;
    vi.spyOn(sql, "exec").mockImplementation(function (this: SqlStorage, ...given) {
      const cursor = exec.apply(this, given);
      cursors.push(cursor);
      return cursor;
    });
    const prototype = Object.getPrototypeOf(storage) as DurableObjectStorage;
    const { setAlarm } = prototype;
    vi.spyOn(prototype, "setAlarm").mockImplementation(function (
      this: DurableObjectStorage,
      ...given
    ) {
      alarms += 1;
      return setAlarm.apply(this, given);
    });
  });
  const queue = Object.getPrototypeOf(env.SITE_EVENTS) as Queue;
  vi.spyOn(queue, "send").mockImplementation(async (body) => {
    messages += 1;
    if ((body as { kind: string }).kind === "limited") notices += 1;
    return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  });
  return {
    read: () =>
      runInDurableObject(siteStub(id), () => {
        for (const { rowsWritten } of cursors.splice(0)) rows += rowsWritten;
        return { rows: rows + alarms, messages, notices };
      }),
  };
}

/** A logger that floods and sends its ordinary samples meanwhile, each until it is acknowledged. */
class FloodingLogger {
  readonly counts = { samples: 0, acknowledged: 0, closed: 0 };
  readonly #siteId: number;
  readonly #clock: ReturnType<typeof freezeSiteClock>;
  #socket: LoggerSocket | null = null;
  #isClosed = false;
  #waiting: Frame[] = [];
  #named = 0;

  constructor(id: number, clock: ReturnType<typeof freezeSiteClock>) {
    this.#siteId = id;
    this.#clock = clock;
  }

  async play(flood: Flood, ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += FLOOD_EVERY_MS) {
      this.#clock.forward(FLOOD_EVERY_MS);
      if (passed % MINUTE_MS < FLOOD_EVERY_MS) {
        this.counts.samples += 1;
        this.#waiting.push(this.#sample());
      }
      await this.#connect();
      await this.#upload();
      for (let count = 0; count < (flood === "updates" ? UPDATES : 1); count++)
        await this.#ask(this.#flood(flood));
    }
  }

  /** Four of those that wait, the oldest first. */
  async #upload(): Promise<void> {
    for (const next of this.#waiting.slice(0, 4)) {
      if ((await this.#ask(next))?.status !== 200) return;
      this.#waiting.shift();
      this.counts.acknowledged += 1;
    }
  }

  async #connect(): Promise<void> {
    if (this.#socket !== null && !this.#isClosed) return;
    if (this.#socket !== null) {
      this.counts.closed += 1;
      this.#clock.forward(RECONNECT_MS);
    }
    const { webSocket } = await upgradeLogger(this.#siteId);
    // Refused for now.
    if (webSocket === null) {
      this.#socket = null;
      return;
    }
    const socket = new LoggerSocket(webSocket);
    this.#socket = socket;
    this.#isClosed = false;
    void socket.closed.then(() => {
      if (this.#socket === socket) this.#isClosed = true;
    });
    await socket.ask(connectMessage());
  }

  /** Null where the connection was closed instead. */
  async #ask(message: Frame): Promise<Frame | null> {
    const socket = this.#socket;
    if (socket === null || this.#isClosed) return null;
    if (message.cmd === 339) {
      socket.send(message);
      return null;
    }
    return Promise.race([socket.ask(message), socket.closed.then(() => null)]);
  }

  #sample(): Frame {
    this.#named += 1;
    return sample(`sample-${this.#named}`, this.#clock.now(), { FFFF000120: this.#named });
  }

  #flood(flood: Flood): Frame {
    this.#named += 1;
    const id = `flood-${this.#named}`;
    const many = Array.from({ length: 100 }, (_, place) => this.#clock.now() - 100 + place);
    const isOdd = (place: number) => (place + this.#named) % 2 === 1;
    if (flood === "statuses") {
      const statuses = many.map((at, place) => ({
        address: "003311",
        at,
        status: isOdd(place) ? "off" : "invert",
      }));
      return { cmd: 264, id, statuses };
    }
    if (flood === "events") {
      const events = many.map((at, place) => ({
        address: "003311",
        eventNo: place,
        level: "fault",
        at,
        state: isOdd(this.#named) ? "raised" : "cleared",
      }));
      return { cmd: 262, id, events };
    }
    if (flood === "registers") {
      const registers = many.map((_, place) => ({
        register: ((this.#named * 100 + place) % 65_536)
          .toString(16)
          .toUpperCase()
          .padStart(4, "0"),
        kind: "gauge",
        access: "r",
      }));
      return {
        cmd: 339,
        equipment: [...(connectMessage().equipment as object[]), { address: "003399", registers }],
      };
    }
    return sample(id, this.#clock.now(), { FFFF000120: this.#named });
  }
}
