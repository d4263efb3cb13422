import { SECOND_MS } from "#domain/units/durations.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { isHolding } from "#protocol/viewer/reading-pace.ts";
import { encodeBody } from "#protocol/viewer/sealed-body.ts";
import type { Clock, Timers } from "../interfaces.ts";
import type { SiteState } from "../site-state.ts";
import { buildEquipment, buildErrors, buildStatusPush } from "./build-messages.ts";
import {
  allPending,
  isAnyPending,
  markStatusPending,
  nonePending,
  type PendingPushes,
} from "./pending-pushes.ts";
import type { ViewerSocket, ViewerSockets } from "./viewer-sockets.ts";

/** Prefix of the timer names: one for each list that is sent later, and one for viewers with pending pushes. */
export const PUSHES_TIMER = "pushes";
const PENDING_TIMER = `${PUSHES_TIMER}:pending`;
/** Minimum interval between pushes of a list, ms. */
const MIN_SPACING_MS = SECOND_MS;
/**
 * Bytes of a pushed list that add one ms to the interval, so that sealing leaves nine tenths of the thread to other
 * work.
 */
const BYTES_PER_MS = 10_000;
/** Maximum interval between pushes of a list, ms. */
const MAX_SPACING_MS = 10 * SECOND_MS;
/** Pushes to a viewer pause after this many unacknowledged bytes. */
const MAX_UNACKNOWLEDGED_BYTES = 4_194_304;
/**
 * Pushes resume at a frame of the viewer this long, ms, after the first of those bytes: an earlier heartbeat does not
 * prove that they were read.
 */
const ACKNOWLEDGED_AFTER_MS = 15 * SECOND_MS;
/** Interval at which paused viewers are checked, ms: a heartbeat that the platform answers does not wake the object. */
const RECHECK_INTERVAL_MS = 5 * SECOND_MS;

/** Lists that are sent as a whole. */
type List = "errors" | "tree";
type Unacknowledged = { bytes: number; since: number };
type Deps = {
  sockets: ViewerSockets;
  clock: Pick<Clock, "now">;
  timers: Timers;
  site: SiteState;
};

/**
 * Sends changes other than values: at once, lists less often while they change fast, and to a viewer who does not read
 * only the newest state once the viewer reads again. Pending pushes have a stored timer, which survives hibernation.
 */
export class ChangePushes {
  readonly #deps: Deps;
  readonly #pushedAt = new Map<List, { at: number; next: number }>();
  /** A viewer without an entry connected before hibernation: everything counts as pending. */
  readonly #pending = new WeakMap<ViewerSocket, PendingPushes>();
  readonly #unacknowledged = new WeakMap<ViewerSocket, Unacknowledged>();
  #sentOnline: boolean | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Records that the welcome contained the whole state. */
  onWelcomed(viewer: ViewerSocket): void {
    this.#pending.set(viewer, nonePending());
  }

  /** Sends a changed list, or schedules it if the minimum interval has not passed. */
  onListChanged(list: List): void {
    const { clock, sockets, timers } = this.#deps;
    if (sockets.watching().length === 0) return;
    const pushed = this.#pushedAt.get(list);
    const now = clock.now();
    if (pushed !== undefined && pushed.at <= now && now < pushed.next)
      timers.set(`${PUSHES_TIMER}:${list}`, pushed.next);
    else this.#pushList(list);
  }

  /**
   * Sends changed statuses.
   * @param equipmentAddresses addresses of the changed equipment; all equipment counts as changed when the site goes
   * online or offline
   */
  onStatusChanged(equipmentAddresses: readonly string[]): void {
    const { site, sockets } = this.#deps;
    const addresses = this.#sentOnline === site.online ? equipmentAddresses : "all";
    this.#sentOnline = site.online;
    const watching = sockets.watching();
    if (watching.length === 0) return;
    const body = this.#encodeStatus(addresses);
    for (const viewer of watching) {
      if (this.#isReading(viewer)) this.#send(viewer, COMMAND.statusUpdate, body);
      else markStatusPending(this.#pendingFor(viewer), addresses);
    }
  }

  /** Sends that an alarm changed to the viewers who may view the log. */
  onAlarmsChanged(): void {
    const concerned = this.#deps.sockets.watching().filter(({ visibility }) => visibility.alarms);
    if (concerned.length === 0) return;
    const body = this.#encodeStatus([], true);
    for (const viewer of concerned) {
      if (this.#isReading(viewer)) this.#send(viewer, COMMAND.statusUpdate, body);
      else this.#pendingFor(viewer).alarms = true;
    }
  }

  /** Sends what is pending to a viewer who reads again. */
  resume(viewer: ViewerSocket): void {
    const pending = this.#pendingFor(viewer);
    if (!isAnyPending(pending) || !this.#isReading(viewer)) return;
    this.#pending.set(viewer, nonePending());
    if (pending.tree) this.#sendTo(viewer, "tree", new Map());
    if (pending.errors) this.#sendTo(viewer, "errors", new Map());
    const alarmsChanged = pending.alarms && viewer.visibility.alarms;
    if (pending.status === "all" || pending.status.size > 0 || alarmsChanged) {
      const addresses = pending.status === "all" ? pending.status : [...pending.status];
      this.#send(viewer, COMMAND.statusUpdate, this.#encodeStatus(addresses, alarmsChanged));
    }
  }

  /**
   * Sends the pushes of a timer that rang.
   * @param name of the timer
   */
  sendDue(name: string): void {
    if (name === `${PUSHES_TIMER}:errors`) this.#pushList("errors");
    else if (name === `${PUSHES_TIMER}:tree`) this.#pushList("tree");
    else for (const viewer of this.#deps.sockets.watching()) this.resume(viewer);
  }

  #pushList(list: List): void {
    const { clock, sockets, timers } = this.#deps;
    const bodies = new Map<boolean, Uint8Array | null>();
    let bytes = 0;
    for (const viewer of sockets.watching()) {
      if (this.#isReading(viewer)) bytes += this.#sendTo(viewer, list, bodies);
      else this.#pendingFor(viewer)[list] = true;
    }
    const at = clock.now();
    const spacing = Math.min(MAX_SPACING_MS, Math.max(MIN_SPACING_MS, bytes / BYTES_PER_MS));
    this.#pushedAt.set(list, { at, next: at + Math.ceil(spacing) });
    timers.cancel(`${PUSHES_TIMER}:${list}`);
  }

  /**
   * Sends a list to one viewer.
   * @param bodies bodies that are encoded already, by the visibility of the identity
   * @returns bytes of the body
   */
  #sendTo(viewer: ViewerSocket, list: List, bodies: Map<boolean, Uint8Array | null>): number {
    const { site } = this.#deps;
    const { identity } = viewer.visibility;
    let body = bodies.get(identity);
    if (body === undefined) {
      if (list === "errors") body = encodeBody({ errors: buildErrors(site, viewer.visibility) });
      else
        body = identity ? encodeBody({ equipment: buildEquipment(site, viewer.visibility) }) : null;
      bodies.set(identity, body);
    }
    if (body === null) return 0;
    this.#send(viewer, list === "errors" ? COMMAND.eventUpdate : COMMAND.treeQueryAnswer, body);
    return body.length;
  }

  #send(viewer: ViewerSocket, cmd: number, body: Uint8Array): void {
    const { clock, sockets } = this.#deps;
    sockets.send(viewer, cmd, "", body);
    const unacknowledged = this.#unacknowledged.get(viewer) ?? { bytes: 0, since: clock.now() };
    this.#unacknowledged.set(viewer, {
      ...unacknowledged,
      bytes: unacknowledged.bytes + body.length,
    });
  }

  #encodeStatus(addresses: readonly string[] | "all", alarmsChanged = false): Uint8Array {
    const { site } = this.#deps;
    const concerned =
      addresses === "all" ? site.equipment.map((piece) => piece.address) : addresses;
    return encodeBody(buildStatusPush(site, concerned, alarmsChanged));
  }

  /** Whether the viewer reads, as far as is known. */
  #isReading(viewer: ViewerSocket): boolean {
    // The viewer's next 261 resumes the pushes.
    if (isHolding(viewer.state)) return false;
    const unacknowledged = this.#unacknowledged.get(viewer);
    if (unacknowledged === undefined || unacknowledged.bytes < MAX_UNACKNOWLEDGED_BYTES)
      return true;
    const { clock, sockets, timers } = this.#deps;
    const lastFrameAt = Math.max(viewer.state.lastFrameAt, sockets.heartbeatAt(viewer) ?? 0);
    if (lastFrameAt >= unacknowledged.since + ACKNOWLEDGED_AFTER_MS) {
      this.#unacknowledged.delete(viewer);
      return true;
    }
    timers.set(
      PENDING_TIMER,
      Math.ceil((clock.now() + 1) / RECHECK_INTERVAL_MS) * RECHECK_INTERVAL_MS,
    );
    return false;
  }

  #pendingFor(viewer: ViewerSocket): PendingPushes {
    const pending = this.#pending.get(viewer) ?? allPending();
    this.#pending.set(viewer, pending);
    return pending;
  }
}
