import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { ValuesPush } from "#protocol/viewer/messages.ts";
import { countPush, isHolding } from "#protocol/viewer/reading-pace.ts";
import { encodeBody } from "#protocol/viewer/sealed-body.ts";
import type { Clock } from "../interfaces.ts";
import type { SiteState } from "../site-state.ts";
import type { LoggerClock } from "./logger-clock.ts";
import { isHiddenValue, type ViewerVisibility } from "./redaction.ts";
import type { ViewerSocket, ViewerSockets } from "./viewer-sockets.ts";

type Deps = {
  sockets: ViewerSockets;
  clock: Clock;
  site: SiteState;
  loggerClock: LoggerClock;
};
type Values = ReadonlyMap<string, RegisterValue>;

/** Sends values at each viewer's own pace: at once, or only the newest of each address once the viewer reads again. */
export class ValuePushes {
  readonly #deps: Deps;
  /**
   * Addresses held back by viewer. A viewer without an entry may have been held back before hibernation, so all its
   * addresses count as held back.
   */
  readonly #held = new WeakMap<ViewerSocket, Set<string>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Sends values.
   * @param at instant of the values, ms UTC
   * @returns whether a viewer is held back from now on
   */
  push(at: number, values: Values): boolean {
    this.#deps.loggerClock.learn(values, this.#deps.clock.now());
    const watching = this.#deps.sockets.watching();
    const frames = watching.length === 0 ? [] : this.#frames(at, values);
    let fullNow = false;
    for (const viewer of watching) {
      for (const frame of frames) {
        if (isHolding(viewer.state)) this.#hold(viewer, values.keys());
        else this.#send(viewer, frame);
      }
      fullNow ||= isHolding(viewer.state);
    }
    return fullNow;
  }

  /** Sends the values that were held back for a viewer. */
  resume(viewer: ViewerSocket): void {
    const { values } = this.#deps.site;
    const addresses = this.#held.get(viewer) ?? values.keys();
    this.#held.delete(viewer);
    const byInstant = new Map<number, Map<string, RegisterValue>>();
    for (const address of addresses) {
      const value = values.get(address);
      if (value === undefined) continue;
      const sameInstant = byInstant.get(value.at) ?? new Map<string, RegisterValue>();
      byInstant.set(value.at, sameInstant.set(address, value.v));
    }
    // Each value keeps its own instant: a later one would override a sample that is still to come.
    for (const [at, held] of [...byInstant].sort(([one], [other]) => one - other))
      for (const frame of this.#frames(at, held)) {
        if (isHolding(viewer.state)) this.#hold(viewer, held.keys());
        else this.#send(viewer, frame);
      }
  }

  #hold(viewer: ViewerSocket, addresses: Iterable<string>): void {
    const held = this.#held.get(viewer);
    for (const address of addresses) held?.add(address);
  }

  #send(viewer: ViewerSocket, frame: Frame): void {
    const { clock, sockets } = this.#deps;
    sockets.send(viewer, COMMAND.realDataUpdate, "", frame.plainFor(viewer.visibility));
    sockets.update(viewer, countPush(viewer.state, clock.now()));
    if (isHolding(viewer.state)) this.#held.set(viewer, new Set());
  }

  /** Returns one frame, and another for the logger's clock, whose instant is the time of receipt. */
  #frames(at: number, values: Values): Frame[] {
    const { clock, loggerClock, site } = this.#deps;
    const clockValue = values.get(SITE_ADDRESS.loggerClock);
    const rest = Object.fromEntries(values);
    if (clockValue === undefined) return [new Frame({ at, values: rest }, site)];
    delete rest[SITE_ADDRESS.loggerClock];
    const push = {
      at: loggerClock.dated({ v: clockValue, at }, clock.now()).at,
      values: { [SITE_ADDRESS.loggerClock]: clockValue },
    };
    const frames = [new Frame(push, site)];
    return values.size === 1 ? frames : [new Frame({ at, values: rest }, site), ...frames];
  }
}

/** One 260, encoded once for all viewers with the same visibility. */
class Frame {
  readonly #push: ValuesPush;
  readonly #site: SiteState;
  readonly #plain = new Map<boolean, Uint8Array>();

  constructor(push: ValuesPush, site: SiteState) {
    this.#push = push;
    this.#site = site;
  }

  plainFor({ identity }: ViewerVisibility): Uint8Array {
    const made = this.#plain.get(identity);
    if (made !== undefined) return made;
    const plain = encodeBody(identity ? this.#push : this.#redactIdentity());
    this.#plain.set(identity, plain);
    return plain;
  }

  #redactIdentity(): ValuesPush {
    const { equipment } = this.#site;
    const shown = Object.entries(this.#push.values).filter(
      ([address, value]) => !isHiddenValue(equipment, address, value),
    );
    return { at: this.#push.at, values: Object.fromEntries(shown) };
  }
}
