import { nextMoment } from "#protocol/viewer/conversation.ts";
import type { Timers } from "../interfaces.ts";
import type { ViewerSockets } from "./viewer-sockets.ts";

/** Name of the timer at which the viewers' sockets are checked. */
export const VIEWERS_TIMER = "viewers";

/** Schedules the next check of the viewers' sockets. The timer may ring early and find nothing to do. */
export class ViewerTimer {
  readonly #sockets: ViewerSockets;
  readonly #timers: Timers;
  /** Null if the timer's instant is unknown. */
  #at: number | null = null;

  constructor(sockets: ViewerSockets, timers: Timers) {
    this.#sockets = sockets;
    this.#timers = timers;
  }

  /**
   * Schedules a check at a new deadline.
   * @param moment ms UTC
   */
  scheduleBy(moment: number): void {
    if (this.#at === null) this.scheduleNext();
    else this.#setTo(moment);
  }

  /** Schedules a check at the earliest deadline of all sockets. */
  scheduleNext(): void {
    const sockets = this.#sockets;
    const all = sockets.all();
    if (all.length === 0) return;
    this.#setTo(
      Math.min(...all.map((viewer) => nextMoment(viewer.state, sockets.heartbeatAt(viewer)))),
    );
  }

  /** Records that the timer rang. */
  onRing(): void {
    this.#at = null;
  }

  #setTo(moment: number): void {
    if (this.#at !== null && this.#at <= moment) return;
    this.#at = moment;
    this.#timers.set(VIEWERS_TIMER, moment);
  }
}
