import type { Credentials, Dial, Link, LinkEnd, LinkEvents } from "../logger/link.ts";
import type { Direction, Fault, FaultEffect, FrameFault, LineFault } from "./fault.ts";
import type { FaultSchedule } from "./fault-schedule.ts";
import { FaultyConnection } from "./faulty-connection.ts";
import type { Measure } from "./measure.ts";
import { Refusal } from "./refusal.ts";

type FaultyLineDeps<To, Item> = {
  /** Dials over the line without faults. */
  dial: Dial<To, Item>;
  /** ms by any monotonic clock. */
  now: number;
  measure: Measure<Item>;
  /** Called when a fault takes effect. */
  onEffect?: (effect: FaultEffect) => void;
};

type Playing = { schedule: FaultSchedule; begun: number; playedUntil: number };
type Armed = { fault: FrameFault; until: number; by: Playing | null };
type Lasting = {
  fault: LineFault & { kind: "slow" | "refuse" };
  until: number;
  by: Playing | null;
};

/**
 * A line between a dialling and an answering side, with faults from a schedule or a caller. It is deterministic: it has
 * no clock, timer or randomness of its own. Without an armed fault a frame passes at once, within `send`; delayed
 * frames pass within a `tick`.
 */
export class FaultyLine<To = Credentials, Item = string> {
  readonly #deps: FaultyLineDeps<To, Item>;
  readonly #connections = new Set<FaultyConnection<Item>>();
  readonly #refusals = new Set<Refusal<Item>>();
  readonly #playing = new Set<Playing>();
  #armed: Armed[] = [];
  #lasting: Lasting[] = [];
  #now: number;

  constructor(deps: FaultyLineDeps<To, Item>) {
    this.#deps = deps;
    this.#now = deps.now;
  }

  /** Dials a connection over this line. */
  readonly dial: Dial<To, Item> = (to, events): Link<Item> => {
    const refusal = this.#lasting.find(({ fault }) => fault.kind === "refuse")?.fault;
    return refusal?.kind === "refuse" ? this.#refuse(refusal, events) : this.#connect(to, events);
  };

  /** Advances all connections to `now`. */
  tick(now: number): void {
    this.#now = Math.max(this.#now, now);
    this.#lasting = this.#lasting.filter(({ until }) => until > this.#now);
    this.#armed = this.#armed.filter(({ until }) => until > this.#now);
    for (const playing of this.#playing) {
      const until = this.#now - playing.begun + 1;
      const due = playing.schedule(playing.playedUntil, until);
      playing.playedUntil = until;
      for (const { fault } of due) this.#begin(fault, playing);
    }
    for (const connection of this.#connections) {
      connection.tick(this.#now);
      if (connection.isOver) this.#connections.delete(connection);
    }
    for (const refusal of this.#refusals)
      if (refusal.tick(this.#now)) this.#refusals.delete(refusal);
  }

  /** Applies a fault now. */
  inflict(fault: Fault): void {
    this.#begin(fault, null);
  }

  /**
   * Plays a schedule, beginning now, besides those already playing. @returns a function that stops it and disarms its
   * faults
   */
  play(schedule: FaultSchedule): () => void {
    const playing: Playing = { schedule, begun: this.#now, playedUntil: 0 };
    this.#playing.add(playing);
    return () => {
      this.#playing.delete(playing);
      this.#armed = this.#armed.filter(({ by }) => by !== playing);
      this.#lasting = this.#lasting.filter(({ by }) => by !== playing);
    };
  }

  /** Stops all schedules and disarms all faults. Lost frames stay lost, and half-open connections half-open. */
  calm(): void {
    this.#playing.clear();
    this.#armed = [];
    this.#lasting = [];
  }

  /** Cuts all connections, including those that only one side has given up. */
  cutAll(): void {
    for (const connection of this.#connections) connection.sever();
  }

  /** Number of frames in transit and unreported ends; 0 if only the two sides can cause further events. */
  get underWay(): number {
    const refused = [...this.#refusals].filter((refusal) => !refusal.isNotified).length;
    return [...this.#connections].reduce((sum, { underWay }) => sum + underWay, refused);
  }

  #begin(fault: Fault, by: Playing | null): void {
    if ("on" in fault) {
      this.#armed.push({ fault, until: this.#now + (fault.on.withinMs ?? Infinity), by });
      return;
    }
    if (fault.kind === "slow" || fault.kind === "refuse")
      this.#lasting.push({ fault, until: this.#now + fault.forMs, by });
    else if (!this.#strike(fault)) return;
    this.#deps.onEffect?.({ at: this.#now, fault });
  }

  /**
   * Applies a fault to the current connection.
   * @returns whether there was a connection
   */
  #strike(fault: LineFault & { kind: "cut" | "half-open" }): boolean {
    const struck = [...this.#connections].filter((connection) =>
      fault.kind === "cut"
        ? connection.sever()
        : connection.halfOpen(fault.direction, this.#now + (fault.forMs ?? Infinity)),
    );
    return struck.length > 0;
  }

  #connect(to: To, events: LinkEvents<Item>): Link<Item> {
    const connection = new FaultyConnection<Item>({
      now: () => this.#now,
      takeFault: (direction, item) => this.#takeFault(direction, item),
      durationOf: (direction, item) => this.#durationOf(direction, item),
      events,
    });
    this.#connections.add(connection);
    connection.attach(this.#deps.dial(to, connection.innerEvents));
    return connection;
  }

  #refuse(fault: LineFault & { kind: "refuse" }, events: LinkEvents<Item>): Link<Item> {
    const refusal = new Refusal<Item>(fault, this.#now, (end: LinkEnd) => events.ended(end));
    this.#refusals.add(refusal);
    return refusal;
  }

  #takeFault(direction: Direction, item: Item): FrameFault | null {
    const candidates = this.#armed.filter(({ fault }) => fault.on.direction === direction);
    if (candidates.length === 0) return null;
    const command = this.#deps.measure.commandOf(item);
    const taken = candidates.find(
      ({ fault: { on } }) =>
        on.commands === undefined || (command !== null && on.commands.includes(command)),
    );
    if (taken === undefined) return null;
    this.#armed.splice(this.#armed.indexOf(taken), 1);
    this.#deps.onEffect?.({ at: this.#now, fault: taken.fault, frame: { direction, command } });
    return taken.fault;
  }

  #durationOf(direction: Direction, item: Item): number {
    const bytes = this.#deps.measure.bytesOf(item);
    const speeds = this.#lasting.flatMap(({ fault }) =>
      fault.kind === "slow" && (fault.direction === "both" || fault.direction === direction)
        ? [fault.bytesPerSecond]
        : [],
    );
    return speeds.length === 0 ? 0 : (bytes / Math.min(...speeds)) * 1_000;
  }
}
