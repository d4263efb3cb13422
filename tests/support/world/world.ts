import type {
  Revocation,
  SiteEvent,
  SiteMetricsEvent,
  SiteStatusEvent,
} from "#protocol/site-rpc.ts";
import { seededRandom } from "#simulator/random.ts";
import { resetSwitchCounters } from "../reset-switch-counters.ts";
import { Agenda } from "./agenda.ts";
import { describeFrame } from "./describe-frame.ts";
import type { Actor, Faults, WorldEvent, WorldOptions } from "./happenings.ts";
import { type Caller, Line, type LineEnd } from "./line.ts";
import { OpenLines } from "./open-lines.ts";
import { Platform } from "./platform.ts";
import { HELPER, OWNER } from "./viewer-stamps.ts";

/** 2031: no alarm of a world rings by itself. */
const START_AT = Date.UTC(2031, 4, 6, 7);
/** Added to the seed of the world: the object draws from a sequence of its own. */
const SEED_OF_OBJECT = 7_919;

/**
 * The virtual world: one real SiteObject in real workerd among simulated loggers and viewers, on one virtual clock and
 * one seed (see docs/verification.md). One at a time in a file: the platform's prototypes are watched.
 */
export class World {
  readonly siteId: number;
  /** In [0, 1); of the seed. */
  readonly random: () => number;
  faults: Faults = {};
  /** One line for each thing that happens, where it is set. */
  trace: string[] | null = null;
  /** Why the Worker would refuse an upgrade; null lets it through to the object. */
  gate: (stamp: { kind: string }) => Omit<LineEnd, "reason"> | null = () => null;
  readonly startAt: number;
  readonly #latencyMs: number;
  readonly #agenda = new Agenda();
  readonly #actors: Actor[] = [];
  readonly #watchers: ((event: WorldEvent) => void)[] = [];
  readonly #lines = new OpenLines();
  #lastLine = 0;
  #now: number;
  #platform!: Platform;
  #isRunning = true;
  /** What the queue took last, and the rest of the system believes. */
  status: SiteStatusEvent | null = null;

  private constructor({ siteId, seed, startAt = START_AT, latencyMs = 20 }: WorldOptions) {
    this.siteId = siteId;
    this.random = seededRandom(seed);
    this.startAt = startAt;
    this.#now = startAt;
    this.#latencyMs = latencyMs;
  }

  static async open(options: WorldOptions): Promise<World> {
    const world = new World(options);
    await resetSwitchCounters([OWNER.person, HELPER.person]);
    world.#platform = await Platform.watch(options.siteId, {
      now: () => world.#now,
      random: seededRandom(options.seed + SEED_OF_OBJECT),
      heartbeatAt: (id) => world.heartbeatOf(id),
      deliver: async (event) => world.#deliver(event),
    });
    return world;
  }

  close(): Promise<void> {
    return this.#platform.leave();
  }

  /** ms UTC, virtual. */
  now = (): number => this.#now;

  get thrown(): readonly unknown[] {
    return this.#platform.thrown;
  }

  /** What the object logged so far. */
  get log(): readonly string[] {
    return this.#platform.log;
  }

  get alarmAt(): number | null {
    return this.#platform.alarmAt;
  }

  /** When a heartbeat of a line was answered last, ms UTC. */
  heartbeatOf(lineId: string | null): number | null {
    return this.#lines.heartbeatOf(lineId);
  }

  watch(watcher: (event: WorldEvent) => void): void {
    this.#watchers.push(watcher);
  }

  join(actor: Actor): void {
    this.#actors.push(actor);
  }

  leave(actor: Actor): void {
    const place = this.#actors.indexOf(actor);
    if (place !== -1) this.#actors.splice(place, 1);
  }

  /** One line of the trace, with the virtual time. Nothing random may be in it. */
  note(text: string): void {
    this.trace?.push(`${((this.#now - this.startAt) / 1000).toFixed(3)} ${text}`);
  }

  plan(delayMs: number, act: () => void | Promise<void>): void {
    this.#agenda.plan(this.#now + Math.max(0, delayMs), act);
  }

  /** Dials the object, past the Worker, which would have stamped the upgrade. */
  dial(caller: Caller, stamp: { kind: string }): Line {
    this.#lastLine += 1;
    const line = new Line({
      id: `${caller.kind}-${this.#lastLine}`,
      caller,
      now: this.now,
      plan: (delayMs, act) => this.plan(delayMs, act),
      judge: (...frame) => this.faults.judge?.(...frame) ?? {},
      deliver: (one, text, content) => this.#sayAtDoor(one, text, content),
      latencyMs: this.#latencyMs,
      noticeMs: () => (this.faults.noticeMs === undefined ? 0 : this.faults.noticeMs()),
    });
    this.plan(this.#latencyMs, () => this.#connect(line, stamp));
    return line;
  }

  /** Time passes; all that is due happens. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      const next = this.#nextAt();
      if (next === null || next > until) break;
      this.#now = Math.max(this.#now, next);
      await this.#step();
    }
    this.#now = until;
  }

  /** Advances until it is so; throws where that takes longer. @returns ms that passed */
  async advanceUntil(isSo: () => boolean, maxMs: number, eachMs = 100): Promise<number> {
    const begun = this.#now;
    while (!isSo()) {
      if (this.#now - begun >= maxMs) throw new Error(`not so within ${maxMs} ms`);
      await this.advance(eachMs);
    }
    return this.#now - begun;
  }

  async evict(webSockets: "hibernate" | "close"): Promise<void> {
    // Only what runs can be evicted, and what is closed has to be there.
    if (!this.#isRunning && webSockets === "hibernate") return;
    if (!this.#isRunning) await this.call(() => {});
    this.note(`evict ${webSockets}`);
    await this.#platform.evict(webSockets);
    this.#isRunning = false;
    this.#collect({ kind: webSockets === "close" ? "closed" : "hibernated" });
  }

  /** The call with which the Worker ends a right. */
  async endViewers(ended: Revocation): Promise<void> {
    this.note(`endViewers ${"session" in ended ? "session" : "person"}`);
    this.#report({ kind: "ended", ended });
    await this.call((site) => site.endViewers(ended));
  }

  async unlinkLogger(serial?: string): Promise<void> {
    this.note("unlinkLogger");
    this.#report({ kind: "unlinked" });
    await this.call((site) => site.unlinkLogger(serial));
  }

  /** Polls, as the Worker's job does each minute. */
  async poll(): Promise<void> {
    this.note("poll");
    let metrics: SiteMetricsEvent | null = null;
    await this.call(async (site) => {
      metrics = await site.visit(this.status?.sequence ?? 0);
    });
    this.#report({ kind: "polled", metrics });
  }

  /** Runs inside the object. */
  async call(work: Parameters<Platform["call"]>[0]): Promise<void> {
    this.#isRunning = true;
    await this.#platform.call(work);
    this.#collect({ kind: "quiet" });
  }

  #nextAt(): number | null {
    let next = this.#agenda.nextAt;
    const consider = (at: number | null) => {
      if (at !== null && (next === null || at < next)) next = at;
    };
    consider(this.#platform.alarmAt);
    for (const actor of this.#actors) consider(actor.nextAt());
    return next;
  }

  async #step(): Promise<void> {
    const now = this.#now;
    const planned = this.#agenda.nextAt;
    if (planned !== null && planned <= now) {
      await this.#agenda.take()();
      await this.#settle();
      return;
    }
    if (this.#platform.alarmAt !== null && this.#platform.alarmAt <= now) return this.#ring();
    for (const actor of [...this.#actors]) {
      const at = actor.nextAt();
      if (at !== null && at <= now) actor.act();
    }
  }

  async #ring(): Promise<void> {
    const late = this.faults.alarmLateMs?.() ?? 0;
    if (late === 0) return this.#ringNow();
    this.#platform.alarmAt = null;
    this.plan(late, async () => {
      // Unless another one was set meanwhile.
      if (this.#platform.alarmAt === null) await this.#ringNow();
    });
  }

  async #ringNow(): Promise<void> {
    this.note("alarm");
    this.#isRunning = true;
    await this.#platform.ring(this.faults.alarmTimes?.() ?? 1);
    this.#collect({ kind: "rang" });
  }

  async #connect(line: Line, stamp: { kind: string }): Promise<void> {
    const refusal = this.gate(stamp);
    if (refusal !== null) {
      this.note(`${line.id} refused ${refusal.refused}`);
      line.refuse({ reason: `HTTP ${refusal.refused}`, ...refusal });
      return;
    }
    this.#isRunning = true;
    this.#lines.add(line);
    const answer = await this.#platform.connect(line.id, stamp);
    if (answer instanceof Response) {
      this.note(`${line.id} refused ${answer.status}`);
      this.#lines.remove(line);
      const retryAfterMs = Number(answer.headers.get("Retry-After") ?? 0) * 1000;
      line.refuse({ reason: `HTTP ${answer.status}`, refused: answer.status, retryAfterMs });
      this.#report({ kind: "refused", line, stamp, status: answer.status });
    } else {
      this.note(`${line.id} accepted`);
      this.#report({ kind: "accepted", line, stamp });
      line.take(answer);
    }
    this.#collect({ kind: "quiet" });
  }

  async #sayAtDoor(line: Line, text: string, content: unknown): Promise<void> {
    this.#isRunning = true;
    this.note(`${line.id} > ${describeFrame(content ?? line.caller.read(text))}`);
    this.#report({ kind: "said", line, text, content: content ?? line.caller.read(text) });
    line.hand(text);
    await this.#platform.quiet();
    this.#collect({ kind: "quiet" });
  }

  /** What was planned may have closed a socket. */
  async #settle(): Promise<void> {
    if (this.#platform.isQuiet) return;
    this.#isRunning = true;
    await this.#platform.quiet();
    this.#collect({ kind: "quiet" });
  }

  #collect(event: WorldEvent): void {
    this.#lines.collect(
      (line, content) => {
        this.note(`${line.id} < ${describeFrame(content)}`);
        this.#report({ kind: "answered", line, content });
      },
      (line, code) => {
        this.note(`${line.id} left ${code}`);
        this.#report({ kind: "left", line, code });
      },
    );
    this.#report(event);
  }

  #deliver(event: SiteEvent): void {
    const taken = this.faults.queueTakes?.(event) ?? true;
    this.note(
      `queue ${taken ? "takes" : "fails"} ${event.kind} ${"sequence" in event ? event.sequence : ""}`,
    );
    this.#report({ kind: "delivered", event, taken });
    if (!taken) throw new Error("the queue does not take it");
    if (event.kind === "status") this.status = event;
  }

  #report(event: WorldEvent): void {
    for (const watcher of this.#watchers) watcher(event);
  }
}
