import type { ViewerStamp } from "#protocol/site-rpc.ts";
import type { WorldEvent } from "../../../support/world/happenings.ts";
import type { World } from "../../../support/world/world.ts";
import type { Doing, Request } from "../model/doing.ts";
import type { Json, Value } from "../model/plain.ts";
import type { SiteModel } from "../model/site-model.ts";

type SiteReports = Json & { kind: string; at: number; sequence?: number };

const CHARGE = "FFFF000134";
const METRICS = ["FFFF000100", "FFFF000134", "FFFF000110", "FFFF000120"];

/** Passes events at the object's boundary to the model, and keeps those that only the end can judge. */
export class Observer {
  readonly #world: World;
  readonly #model: SiteModel;
  #doings: Doing[] = [];
  /** What the queue took, by kind: the newest. */
  readonly taken = new Map<string, SiteReports>();
  readonly #sequences = new Map<number, string>();
  /** Metrics that were true at some time. */
  readonly metrics = new Set<string>();
  /** Which devices executed each command id. */
  readonly executed = new Map<string, string[]>();

  constructor(world: World, model: SiteModel) {
    this.#world = world;
    this.#model = model;
    world.watch((event) => this.#see(event));
  }

  /** A device executed a command. @param by which of them, where several say they are the same logger */
  noteExecution(id: string, by: string): void {
    const all = this.executed.get(id) ?? [];
    if (all.includes(by)) this.#model.fault("a command was executed twice");
    this.executed.set(id, [...all, by]);
  }

  #see(event: WorldEvent): void {
    switch (event.kind) {
      case "delivered":
        this.#deliver(event.event as unknown as SiteReports, event.taken);
        break;
      case "polled":
        this.#model.presence.polled(this.#world.now());
        if (event.metrics !== null) this.#deliver(event.metrics as unknown as SiteReports, true);
        else if (METRICS.some((address) => this.#latestOf(address) !== null))
          this.#model.fault("a poll returned no metrics");
        break;
      case "rang":
      case "hibernated":
      case "closed":
      case "quiet":
        this.#model.take(this.#doings, this.#world.now());
        this.#doings = [];
        this.metrics.add(this.#currentMetrics());
        break;
      default: {
        const doing = toDoing(event);
        if (doing !== null) this.#doings.push(doing);
      }
    }
  }

  /** Of what has a number the greatest counts, of the rest the latest instant. */
  #deliver(event: SiteReports, taken: boolean): void {
    const { kind, sequence, at } = event;
    const text = JSON.stringify(Object.entries(event).sort());
    // Alarms have numbers of their own.
    if (sequence !== undefined && kind === "status") {
      const before = this.#sequences.get(sequence);
      if (before !== undefined && before !== text)
        this.#model.fault(`two site events carry one number: ${before} and ${text}`);
      this.#sequences.set(sequence, text);
    }
    const held = this.taken.get(kind);
    const isNewer = held === undefined || (sequence ?? at) >= (held.sequence ?? held.at);
    if (taken && isNewer) this.taken.set(kind, event);
  }

  #currentMetrics(): string {
    return metricsText(
      this.#model.samples.newestAt,
      METRICS.map((address) => this.#latestOf(address)),
    );
  }

  /** A charge that no battery can have is not shown. */
  #latestOf(address: string): Value {
    const value = this.#model.samples.latest.get(address)?.value ?? null;
    const isCharge = Number(value) >= 0 && Number(value) <= 100;
    return address === CHARGE && !isCharge ? null : value;
  }
}

export function metricsText(at: unknown, values: readonly unknown[]): string {
  return JSON.stringify([at, ...values]);
}

function toDoing(event: WorldEvent): Doing | null {
  switch (event.kind) {
    case "accepted":
    case "refused": {
      if (event.line.caller.kind === "logger")
        return event.kind === "accepted" ? { kind: "loggerOpened", line: event.line.id } : null;
      const who = event.stamp as ViewerStamp;
      return event.kind === "accepted"
        ? { kind: "viewerOpened", line: event.line.id, who }
        : { kind: "viewerRefused", who };
    }
    case "said":
      return event.line.caller.kind === "logger"
        ? { kind: "loggerSaid", line: event.line.id, frame: event.content as Json }
        : { kind: "viewerAsked", line: event.line.id, request: event.content as Request };
    case "answered":
      if (typeof event.content === "string") return null;
      return event.line.caller.kind === "logger"
        ? { kind: "sentToLogger", line: event.line.id, frame: event.content as Json }
        : { kind: "sentToViewer", line: event.line.id, said: event.content as Request };
    case "left":
      return { kind: "left", line: event.line.id, code: event.code };
    case "ended":
      return { kind: "rightEnded", ended: event.ended };
    case "unlinked":
      return { kind: "unlinked" };
    default:
      return null;
  }
}
