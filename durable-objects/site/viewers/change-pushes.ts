import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { isHolding } from "#protocol/viewer/reading-pace.ts";
import { encodeBody } from "#protocol/viewer/sealed-body.ts";
import type { Clock, SiteState, Timers } from "../parts.ts";
import {
  everythingMissed,
  isAnythingMissed,
  type MissedChanges,
  missStatus,
  nothingMissed,
} from "./missed-changes.ts";
import { pictureChange, pictureEquipment, pictureErrors } from "./site-picture.ts";
import type { ViewerSocket, ViewerSockets } from "./viewer-sockets.ts";

/** Begins the names of the timers: one for each list that is to be told later, and one for what somebody missed. */
export const PUSHES_TIMER = "pushes";
const MISSED_TIMER = `${PUSHES_TIMER}:missed`;
/** A list that changes again and again is told once a second, … */
const MIN_SPACING_MS = 1_000;
/** … less often where it is long or many watch, so that sealing it leaves the thread to others nine tenths of the time, … */
const BYTES_EACH_MS = 10_000;
/** … but no later than this. */
const MAX_SPACING_MS = 10_000;
/** After so much a viewer gets no more before he was heard, … */
const MAX_UNHEARD_BYTES = 4_194_304;
/** … at a word of his so long after the first of it, ms: a heartbeat says little of what was read. */
const HEARD_AFTER_MS = 15_000;
/** How often is looked for those who were heard meanwhile, in ms: a heartbeat wakes nobody. */
const LOOK_EVERY_MS = 5_000;

/** Lists that are told whole. */
type List = "errors" | "tree";
type Unheard = { bytes: number; since: number };
type Needs = {
  sockets: ViewerSockets;
  clock: Pick<Clock, "now">;
  timers: Timers;
  site: SiteState;
};

/**
 * Tells what changed besides values: at once, lists less often where they change fast, and to whom does not read only
 * the newest once he does. What is still to be told has a timer, which hibernation does not forget.
 */
export class ChangePushes {
  readonly #needs: Needs;
  readonly #toldAt = new Map<List, { at: number; next: number }>();
  /** Who is not here was so before hibernation, and what he missed is not known. */
  readonly #missed = new WeakMap<ViewerSocket, MissedChanges>();
  readonly #unheard = new WeakMap<ViewerSocket, Unheard>();
  #toldOnline: boolean | null = null;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** The viewer got all there is with his welcome. */
  welcomed(viewer: ViewerSocket): void {
    this.#missed.set(viewer, nothingMissed());
  }

  listChanged(list: List): void {
    const { clock, sockets, timers } = this.#needs;
    if (sockets.watching().length === 0) return;
    const told = this.#toldAt.get(list);
    const now = clock.now();
    if (told !== undefined && told.at <= now && now < told.next)
      timers.set(`${PUSHES_TIMER}:${list}`, told.next);
    else this.#tellList(list);
  }

  /** @param equipmentAddresses of what changed; all of it counts as changed where the site went online or offline */
  statusChanged(equipmentAddresses: readonly string[]): void {
    const { site, sockets } = this.#needs;
    const addresses = this.#toldOnline === site.online ? equipmentAddresses : "all";
    this.#toldOnline = site.online;
    const watching = sockets.watching();
    if (watching.length === 0) return;
    const body = this.#encodeStatus(addresses);
    for (const viewer of watching) {
      if (this.#mayHear(viewer)) this.#send(viewer, COMMAND.statusUpdate, body);
      else missStatus(this.#missedOf(viewer), addresses);
    }
  }

  /** The viewer reads again. */
  resume(viewer: ViewerSocket): void {
    const missed = this.#missedOf(viewer);
    if (!isAnythingMissed(missed) || !this.#mayHear(viewer)) return;
    this.#missed.set(viewer, nothingMissed());
    if (missed.tree) this.#sendTo(viewer, "tree", new Map());
    if (missed.errors) this.#sendTo(viewer, "errors", new Map());
    if (missed.status === "all" || missed.status.size > 0) {
      const addresses = missed.status === "all" ? missed.status : [...missed.status];
      this.#send(viewer, COMMAND.statusUpdate, this.#encodeStatus(addresses));
    }
  }

  /** A timer rang. */
  wake(name: string): void {
    if (name === `${PUSHES_TIMER}:errors`) this.#tellList("errors");
    else if (name === `${PUSHES_TIMER}:tree`) this.#tellList("tree");
    else for (const viewer of this.#needs.sockets.watching()) this.resume(viewer);
  }

  #tellList(list: List): void {
    const { clock, sockets, timers } = this.#needs;
    const bodies = new Map<boolean, Uint8Array | null>();
    let bytes = 0;
    for (const viewer of sockets.watching()) {
      if (this.#mayHear(viewer)) bytes += this.#sendTo(viewer, list, bodies);
      else this.#missedOf(viewer)[list] = true;
    }
    const at = clock.now();
    const spacing = Math.min(MAX_SPACING_MS, Math.max(MIN_SPACING_MS, bytes / BYTES_EACH_MS));
    this.#toldAt.set(list, { at, next: at + Math.ceil(spacing) });
    timers.cancel(`${PUSHES_TIMER}:${list}`);
  }

  /** @param bodies what was encoded for others, by their sight of the identity */
  #sendTo(viewer: ViewerSocket, list: List, bodies: Map<boolean, Uint8Array | null>): number {
    const { site } = this.#needs;
    const { identity } = viewer.sight;
    let body = bodies.get(identity);
    if (body === undefined) {
      if (list === "errors") body = encodeBody({ errors: pictureErrors(site, viewer.sight) });
      else body = identity ? encodeBody({ equipment: pictureEquipment(site, viewer.sight) }) : null;
      bodies.set(identity, body);
    }
    if (body === null) return 0;
    this.#send(viewer, list === "errors" ? COMMAND.eventUpdate : COMMAND.treeQueryAnswer, body);
    return body.length;
  }

  #send(viewer: ViewerSocket, cmd: number, body: Uint8Array): void {
    const { clock, sockets } = this.#needs;
    sockets.send(viewer, cmd, "", body);
    const unheard = this.#unheard.get(viewer) ?? { bytes: 0, since: clock.now() };
    this.#unheard.set(viewer, { ...unheard, bytes: unheard.bytes + body.length });
  }

  #encodeStatus(addresses: readonly string[] | "all"): Uint8Array {
    const { site } = this.#needs;
    const concerned =
      addresses === "all" ? site.equipment.map((piece) => piece.address) : addresses;
    return encodeBody(pictureChange(site, concerned));
  }

  /** Whether the viewer reads, as far as can be known. */
  #mayHear(viewer: ViewerSocket): boolean {
    // His next 261 resumes him.
    if (isHolding(viewer.state)) return false;
    const unheard = this.#unheard.get(viewer);
    if (unheard === undefined || unheard.bytes < MAX_UNHEARD_BYTES) return true;
    const { clock, sockets, timers } = this.#needs;
    const heardAt = Math.max(viewer.state.heardAt, sockets.heartbeatAt(viewer) ?? 0);
    if (heardAt >= unheard.since + HEARD_AFTER_MS) {
      this.#unheard.delete(viewer);
      return true;
    }
    timers.set(MISSED_TIMER, Math.ceil((clock.now() + 1) / LOOK_EVERY_MS) * LOOK_EVERY_MS);
    return false;
  }

  #missedOf(viewer: ViewerSocket): MissedChanges {
    const missed = this.#missed.get(viewer) ?? everythingMissed();
    this.#missed.set(viewer, missed);
    return missed;
  }
}
