import type { RegisterValue } from "#domain/registers/register.ts";
import type { SiteView } from "#protocol/viewer/apply-changes.ts";

/** State with which the server rendered the page, until the first data of the connection arrives. */
export type LastKnown = Pick<SiteView, "online" | "since" | "siteStatus" | "values">;

/** Why a page stops connecting. */
export type EndReason = "signedOut" | "notYours" | "accessEnded";

/** Cause of a lost connection: no answer in time, a failure of the network or the server, or an orderly close. */
export type LossCause = "timeout" | "error" | "closed";

/** State of the connection between the page and its site. */
export type Connection =
  | { kind: "connecting" }
  | { kind: "live" }
  /** `until`: time of the next attempt, ms of the browser's clock. */
  | { kind: "reconnecting"; attempt: number; cause: LossCause; until: number | null }
  | { kind: "ended"; reason: EndReason };

/** A control that this page requested, until the server's record of it arrives. */
type AskedControl = {
  commandId: string;
  address: string;
  value: RegisterValue;
  /**
   * `refused`: the user may not do it; `unconfirmed`: it requires a confirmation of identity; `notTaken`: it is not
   * possible at present; `lost`: the connection broke before the server answered.
   */
  state: "asking" | "refused" | "unconfirmed" | "notTaken" | "lost";
};

/** Everything that the pages of one site know about its current state. */
export type LiveSite = {
  connection: Connection;
  /** Null until the first data of the site arrives. */
  view: SiteView | null;
  /** Null on pages that the server renders without it. */
  lastKnown: LastKnown | null;
  /** Instant of the newest sample, ms UTC; null until there is one. */
  newestAt: number | null;
  /** Server time minus the browser's time, ms. */
  serverOffset: number | null;
  /** Logger's clock minus the server's, ms; received in register FFFF00F000. */
  deviceOffset: number;
  asked: AskedControl | null;
  /** Increases each time that the server reports changed alarms. */
  alarmChanges: number;
};

export const UNKNOWN_SITE: LiveSite = {
  connection: { kind: "connecting" },
  view: null,
  lastKnown: null,
  newestAt: null,
  serverOffset: null,
  deviceOffset: 0,
  asked: null,
  alarmChanges: 0,
};

/** Whether the page had a connection, or tried to have one, and has none: its data is the last known one. */
export function isLost({ connection }: LiveSite): boolean {
  return connection.kind === "reconnecting" || connection.kind === "ended";
}

/** The current or else the last known state; null without either. */
export function knownState({ view, lastKnown }: LiveSite): LastKnown | null {
  return view ?? lastKnown;
}

/** Adds the state with which the server rendered the page. */
export function withLastKnown(site: LiveSite, lastKnown: LastKnown | null): LiveSite {
  if (lastKnown === null) return site;
  const instants = Object.values(lastKnown.values).map(({ at }) => at);
  return { ...site, lastKnown, newestAt: Math.max(0, ...instants) || null };
}

/** Whether the data on the page is current. */
export function isCurrent({ connection, view }: LiveSite): boolean {
  return connection.kind === "live" && view?.online === true;
}
