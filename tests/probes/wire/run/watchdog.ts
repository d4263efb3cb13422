import type { WorldEvent } from "../../../support/world/happenings.ts";
import type { World } from "../../../support/world/world.ts";
import type { WorldViewer } from "../../../support/world/world-viewer.ts";
import type { SiteModel } from "../model/site-model.ts";
import { compareLists, compareLive } from "./agree.ts";

/** What may take a moment, but no longer. */
const SLACK_MS = 1_000;
/** What the queue did not take is tried again so soon, and then each time after twice as long. */
const RETRY_MS = { first: 5_000, longest: 300_000 };
/** Interval at which a constantly changing list is sent, ms. */
const LIST_SPACING_MS = 1_000;
/** From so many unanswered frames on, a viewer is about to be held back. */
const NEARLY_FULL = 60;

/**
 * Checks at intervals whether something due has not happened, and whether pages show the current state; and with
 * each event, whether the presence reported to the rest of the system is correct.
 */
export class Watchdog {
  readonly #world: World;
  readonly #model: SiteModel;
  readonly #viewers: readonly WorldViewer[];
  readonly #patienceMs: number;
  /** Since when each command waits although it is its turn, ms UTC. */
  readonly #waiting = new Map<string, number>();
  /** Since when a viewer's page shows another list than there is, ms UTC. */
  readonly #listsBehind = new Map<WorldViewer, number>();
  /** What the object said last of its presence to the rest of the system, whether the queue took it or not. */
  #saysOnline = false;
  #isHappening = false;
  /** The status that the queue did not take, and when it must have been tried again, ms UTC. */
  #untaken: { sequence: number; waitMs: number; until: number } | null = null;
  /** The line on which the logger was active when the object reported the site offline. */
  #receivedOn: string | null = null;

  /** @param lateMs by which an alarm may be late */
  constructor(world: World, model: SiteModel, viewers: readonly WorldViewer[], lateMs: number) {
    this.#world = world;
    this.#model = model;
    this.#viewers = viewers;
    this.#patienceMs = lateMs + SLACK_MS;
    world.watch((event) => this.#see(event));
  }

  look(): void {
    this.#lookAtQueue();
    this.#lookAtCommands();
    this.#lookAtPresence();
    for (const viewer of this.#viewers) this.#lookAtPage(viewer);
  }

  /** The model receives an event when all of it has happened, so it is asked before and after. */
  #see(event: WorldEvent): void {
    if (!this.#isHappening) this.#lookAtPresence();
    this.#lookAtQueue();
    this.#isHappening = true;
    switch (event.kind) {
      case "delivered":
        if (event.event.kind !== "status") break;
        if (this.#saysOnline && !event.event.online) this.#receivedOn = this.#lineReceived();
        this.#saysOnline = event.event.online;
        this.#noteDelivery(event.event.sequence, event.taken);
        break;
      case "rang":
      case "hibernated":
      case "closed":
      case "quiet":
        if (this.#receivedOn !== null && this.#receivedOn === this.#lineReceived())
          this.#model.fault("an active site counts as offline");
        this.#receivedOn = null;
        this.#isHappening = false;
        break;
      case "polled":
        this.#isHappening = false;
    }
  }

  #noteDelivery(sequence: number, isTaken: boolean): void {
    const held = this.#untaken;
    const isAgain = held !== null && held.sequence === sequence;
    const waitMs = isAgain ? Math.min(2 * held.waitMs, RETRY_MS.longest) : RETRY_MS.first;
    this.#untaken = isTaken ? null : { sequence, waitMs, until: this.#world.now() + waitMs };
  }

  #lookAtQueue(): void {
    if (this.#untaken === null || this.#world.now() <= this.#untaken.until + this.#patienceMs)
      return;
    this.#untaken = null;
    this.#model.fault("a status that the queue did not take was not sent again");
  }

  #lineReceived(): string | null {
    const { presence } = this.#model;
    const until = presence.onlineUntil(this.#world.heartbeatOf(presence.line));
    return presence.isConnected && this.#world.now() < until ? presence.line : null;
  }

  #lookAtCommands(): void {
    const { commands, presence } = this.#model;
    const now = this.#world.now();
    const ready = presence.isConnected ? commands.ready().map(({ id }) => id) : [];
    for (const id of this.#waiting.keys()) if (!ready.includes(id)) this.#waiting.delete(id);
    for (const id of ready) {
      const since = this.#waiting.get(id) ?? now;
      this.#waiting.set(id, since);
      if (now - since > this.#patienceMs)
        this.#model.fault("a command whose turn it is was not sent");
    }
  }

  /** A line that is there and silent: one that an eviction closed is found when the object wakes. */
  #lookAtPresence(): void {
    const { presence } = this.#model;
    const now = this.#world.now();
    if (!this.#saysOnline || presence.line === null) return;
    const until = presence.reportedOnlineUntil(now, this.#world.heartbeatOf(presence.line));
    if (now > until + this.#patienceMs) this.#model.fault("a silent site still counts as online");
  }

  /** Where nothing was lost and nothing is on its way, the page shows what is, its lists a moment later. */
  #lookAtPage(viewer: WorldViewer): void {
    if (!this.#isComplete(viewer)) {
      this.#listsBehind.delete(viewer);
      return;
    }
    for (const difference of compareLive(viewer, this.#model))
      this.#model.fault(`meanwhile ${difference}`);
    const behind = compareLists(viewer, this.#model);
    const now = this.#world.now();
    const since = behind.length === 0 ? now : (this.#listsBehind.get(viewer) ?? now);
    if (behind.length === 0) this.#listsBehind.delete(viewer);
    else this.#listsBehind.set(viewer, since);
    if (now - since > LIST_SPACING_MS + this.#patienceMs)
      for (const difference of behind) this.#model.fault(`for a while ${difference}`);
  }

  #isComplete({ line, phase }: WorldViewer): boolean {
    if (phase !== "live" || line === null || !line.isClean || !line.isUp) return false;
    const unread = this.#model.viewers.get(line.id)?.unread ?? NEARLY_FULL;
    return line.underWay === 0 && unread < NEARLY_FULL;
  }
}
