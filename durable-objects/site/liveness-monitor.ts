import type { SiteAlarms } from "./alarms/site-alarms.ts";
import type { Clock } from "./interfaces.ts";
import type { SiteJournal } from "./journal/site-journal.ts";
import type { KeyValueStore } from "./key-value-store.ts";
import { isAlive, type LivenessInput, nextLivenessCheck } from "./liveness.ts";
import type { LoggerConnection } from "./logger-connection.ts";
import { readIdentity } from "./logger-identity.ts";
import type { Presence } from "./presence.ts";
import type { SiteEventPublisher } from "./site-event-publisher.ts";
import type { SiteState } from "./site-state.ts";
import type { ViewerBroadcaster } from "./viewers/viewer-broadcaster.ts";

type Deps = {
  clock: Clock;
  kv: KeyValueStore;
  journal: Pick<SiteJournal, "recordOfLogger">;
  alarms: Pick<SiteAlarms, "livenessChanged">;
  connection: LoggerConnection;
  presence: Presence;
  site: SiteState;
  publisher: SiteEventPublisher;
  viewers: ViewerBroadcaster;
};

/** Decides from the logger's connection whether the site is online, and notifies the rest of the system of a change. */
export class LivenessMonitor {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Decides whether the site is online. Call it after each event that may change that. */
  updateLiveness(): void {
    const { alarms, clock, journal, kv, presence, publisher, site, viewers } = this.#deps;
    const { since } = presence;
    if (!presence.setOnline(isAlive(this.#input, clock.now()))) return;
    const serial = readIdentity(kv)?.serial ?? null;
    journal.recordOfLogger({
      what: presence.online ? "logger.online" : "logger.offline",
      details: { serial },
    });
    alarms.livenessChanged(since);
    publisher.publishStatus();
    if (!presence.online) publisher.publishMetrics();
    viewers.statusChanged(site.equipment.map(({ address }) => address));
  }

  /** Instant at which to check again without a frame, ms UTC; null if there is nothing to wait for. */
  nextCheckAt(now: number): number | null {
    return nextLivenessCheck(this.#input, now);
  }

  get #input(): LivenessInput {
    const { connection, presence } = this.#deps;
    const { online, since } = presence;
    if (connection.current === null) return { online, since, socket: null };
    const { state, keptFrom } = connection.current;
    const { heartbeatAt, polledAt } = connection;
    return { online, since, socket: { ...state, keptFrom, heartbeatAt, polledAt } };
  }
}
