import {
  createMessageBatch,
  evictDurableObject,
  runDurableObjectAlarm,
  runInDurableObject,
} from "cloudflare:test";
import { vi } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { siteMessage } from "#protocol/site-rpc.ts";
import { keepInMemory } from "#simulator/logger/flash.ts";
import { FleetClock } from "#simulator/logger/fleet-clock.ts";
import { PretendLogger } from "#simulator/logger/pretend-logger.ts";
import { makePlant } from "#simulator/make-plant.ts";
import { seededRandom } from "#simulator/random.ts";
import { type Counts, type Stored, sumCounts } from "#tools/cost/counts.ts";
import worker from "#workers/main.ts";
import { siteStub } from "../support/site-logger.ts";
import { countMeters, type MeterCount } from "./count-meters.ts";
import { LoggerLine } from "./logger-line.ts";
import { makeEnvironment } from "./priced-environment.ts";
import { type PricedSite, SITE_ID } from "./priced-site.ts";
import { measureFiles, measureHistory } from "./stored-bytes.ts";
import { TimedEvents } from "./timed-events.ts";

/** The platform lets an object hibernate after so long without an event, ms. */
const HIBERNATES_AFTER_MS = 10_000;
const TICK_MS = 1_000;
const SEED = 1;

/** One site's object, Worker, queue and database, its pretended logger, and a clock that runs as fast as they can. */
export class VirtualSite {
  readonly #meters: MeterCount;
  /** What the Worker has; e-mails leave and are counted. */
  readonly env: Env;
  readonly #line = new LoggerLine();
  readonly #logger: PretendLogger;
  readonly #objectTimes = new TimedEvents();
  readonly #workerTimes = new TimedEvents();
  #now: number;
  #activeAt: number | null = null;

  private constructor(site: PricedSite, meters: MeterCount, now: number) {
    this.#meters = meters;
    this.env = makeEnvironment(meters.counts, (call) =>
      this.#objectTimes.time(`poll, ${this.#state}`, call),
    );
    this.#now = now;
    vi.spyOn(Date, "now").mockImplementation(() => this.#now);
    this.#logger = new PretendLogger({
      identity: site,
      plant: makePlant(site, SEED, now),
      flash: keepInMemory(),
      clock: new FleetClock({ now: () => this.#now }),
      dial: this.#line.dial,
      random: seededRandom(SEED),
    });
  }

  /** One for each test file: it counts on the prototypes of its isolate. */
  static async open(site: PricedSite): Promise<VirtualSite> {
    const meters = await countMeters(siteStub(SITE_ID));
    return new VirtualSite(site, meters, firstSummerNight());
  }

  /** Lets time pass. @param each what else happens in every second */
  async pass(ms: number, each: () => Promise<void> = async () => {}): Promise<void> {
    for (const end = this.#now + ms; this.#now < end; ) {
      this.#now += TICK_MS;
      const { alarmAt } = this.#meters;
      if (alarmAt !== null && alarmAt <= this.#now) await this.#ring();
      if (this.#now % MINUTE_MS < TICK_MS)
        // The job may pass the site by; each poll is timed by itself.
        await this.#handle(() =>
          worker.scheduled({ cron: "* * * * *", scheduledTime: this.#now }, this.env),
        );
      this.#logger.tick();
      await this.#serveLogger();
      await each();
      await this.#serveQueue();
    }
  }

  /** The logger raises or clears a fault of its own. */
  report(verb: "raise" | "clear"): void {
    this.#logger.behave({ verb });
  }

  /** The logger's connection ends; it comes again by its own rules. */
  async disconnect(): Promise<void> {
    await this.event("close", () => this.#line.hangUp());
  }

  /** Something that the object handles; it has slept before where nothing happened for a while. */
  async event<Result>(kind: string, work: () => Promise<Result>): Promise<Result> {
    return this.#handle(() => this.#objectTimes.time(`${kind}, ${this.#state}`, work));
  }

  get #state(): "woken" | "awake" {
    return this.#activeAt === null ? "woken" : "awake";
  }

  async #handle<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#activeAt !== null && this.#now - this.#activeAt >= HIBERNATES_AFTER_MS) {
      await evictDurableObject(siteStub(SITE_ID), { webSockets: "hibernate" });
      this.#activeAt = null;
    }
    const { handled } = this.#meters;
    const result = await work();
    if (this.#meters.handled > handled) this.#activeAt = this.#now;
    return result;
  }

  /** A request to the Worker. */
  async request<Result>(kind: string, work: () => Promise<Result>): Promise<Result> {
    this.#meters.counts.workerRequests += 1;
    return this.#workerTimes.time(kind, work);
  }

  /** A page, which is not rendered here. */
  countPage(): void {
    this.#meters.counts.workerRequests += 1;
    this.#meters.counts.pages += 1;
  }

  /** A viewer's heartbeat, which the platform answers. */
  countHeartbeat(): void {
    this.#meters.counts.objectMessages += 1;
    this.#meters.heartbeatAt.viewer = this.#now;
  }

  /** What was counted while something went on. */
  async count(work: () => Promise<void>): Promise<Counts> {
    const before = { ...this.#meters.counts };
    const objectMark = this.#objectTimes.mark();
    const workerMark = this.#workerTimes.mark();
    await work();
    const object = this.#objectTimes.since(objectMark);
    const worker = this.#workerTimes.since(workerMark);
    return {
      ...sumCounts([this.#meters.counts, 1], [before, -1]),
      objectMs: object.quartile,
      objectMeanMs: object.mean,
      workerMs: worker.quartile,
      workerMeanMs: worker.mean,
    };
  }

  async measureStored(): Promise<Stored> {
    const history = await runInDurableObject(siteStub(SITE_ID), (_, { storage }) =>
      measureHistory(storage.sql),
    );
    // Looking is not what the site does.
    const { filesWritten } = this.#meters.counts;
    const files = await measureFiles(this.env.FILES);
    this.#meters.counts.filesWritten = filesWritten;
    return { ...history, files };
  }

  async #ring(): Promise<void> {
    this.#meters.alarmAt = null;
    await this.event("alarm", () => runDurableObjectAlarm(siteStub(SITE_ID)));
  }

  async #serveLogger(): Promise<void> {
    if (this.#line.wantsDial)
      await this.request("upgrade", () => this.event("upgrade", () => this.#line.connect()));
    for (;;) {
      const { heartbeats, messages } = this.#line.waiting;
      if (heartbeats + messages === 0) return;
      // The platform answers a heartbeat itself; it is counted like any message all the same.
      this.#meters.counts.objectMessages += heartbeats;
      if (heartbeats > 0) this.#meters.heartbeatAt.logger = this.#now;
      if (messages === 0) await this.#line.release();
      else await this.event("message", () => this.#line.release());
    }
  }

  async #serveQueue(): Promise<void> {
    const bodies = this.#meters.queued.splice(0);
    const isOfSite = (body: unknown) => siteMessage.safeParse(body).success;
    await this.#consume("helioport-site-events", bodies.filter(isOfSite));
    await this.#consume(
      "helioport-mails",
      bodies.filter((body) => !isOfSite(body)),
    );
  }

  async #consume(queue: string, bodies: readonly unknown[]): Promise<void> {
    if (bodies.length === 0) return;
    const messages = bodies.map((body, index) => ({
      id: `${this.#now}-${index}`,
      timestamp: new Date(this.#now),
      attempts: 1,
      body,
    }));
    const batch = createMessageBatch(queue, messages);
    await this.request("queue", () => worker.queue(batch, this.env));
  }
}

/** Always the same days, and ahead of the platform's clock, so that no alarm rings by itself. */
function firstSummerNight(): number {
  return Date.UTC(new Date().getUTCFullYear() + 1, 5, 21);
}
