import type { CommandRecord } from "#domain/commands/command-record.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { STOPPED_READING_MS } from "#protocol/viewer/limits.ts";
import { encodeBody } from "#protocol/viewer/sealed-body.ts";
import type { Clock, Timers } from "../interfaces.ts";
import type { SiteState } from "../site-state.ts";
import { ChangePushes } from "./change-pushes.ts";
import type { LoggerClock } from "./logger-clock.ts";
import { ValuePushes } from "./value-pushes.ts";
import type { ViewerSocket, ViewerSockets } from "./viewer-sockets.ts";
import type { ViewerTimer } from "./viewer-timer.ts";

type Deps = {
  sockets: ViewerSockets;
  viewerTimer: ViewerTimer;
  clock: Clock;
  timers: Timers;
  site: SiteState;
  loggerClock: LoggerClock;
};

/** Sends changes of the site to all viewers who are logged in; what viewers send is handled by `ViewerSessions`. */
export class ViewerBroadcaster {
  readonly #deps: Deps;
  readonly #values: ValuePushes;
  readonly #changes: ChangePushes;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#values = new ValuePushes(deps);
    this.#changes = new ChangePushes(deps);
  }

  /**
   * Sends changed values.
   * @param at instant of the values, ms UTC
   */
  valuesChanged(at: number, values: ReadonlyMap<string, RegisterValue>): void {
    const { clock, viewerTimer } = this.#deps;
    const isHeldBack = this.#values.push(at, values);
    if (isHeldBack) viewerTimer.scheduleBy(clock.now() + STOPPED_READING_MS);
  }

  errorsChanged(): void {
    this.#changes.onListChanged("errors");
  }

  treeChanged(): void {
    this.#changes.onListChanged("tree");
  }

  /** Call it when online, the site status or the status of the named equipment changed. */
  statusChanged(equipmentAddresses: readonly string[]): void {
    this.#changes.onStatusChanged(equipmentAddresses);
  }

  /** Call it after alarms changed. */
  alarmsChanged(): void {
    this.#changes.onAlarmsChanged();
  }

  /** Sends a changed command record to the viewers who may see it. */
  commandChanged(record: CommandRecord): void {
    const { sockets } = this.#deps;
    const concerned = sockets.watching().filter(({ visibility }) => visibility.commands);
    if (concerned.length === 0) return;
    const body = encodeBody(record);
    for (const viewer of concerned) sockets.send(viewer, COMMAND.controlAnswer, "", body);
  }

  /** Records that a viewer's welcome contained the whole state. */
  onWelcomed(viewer: ViewerSocket): void {
    this.#changes.onWelcomed(viewer);
  }

  /** Sends pending changes and held-back values to a viewer who reads again. */
  resume(viewer: ViewerSocket): void {
    this.#changes.resume(viewer);
    this.#values.resume(viewer);
  }

  /**
   * Sends the changes for which a timer is due.
   * @param name of a timer of `ChangePushes`
   */
  sendDueChanges(name: string): void {
    this.#changes.sendDue(name);
  }
}
