import type { ConnectionEnd } from "./reconnect-wait.ts";

/** What a connection tells its logger, never while it is being dialled. `ended` comes exactly once, last. */
export type LinkEvents<Item = string> = {
  opened(): void;
  received(item: Item): void;
  ended(end: LinkEnd): void;
};

export type LinkEnd = ConnectionEnd & {
  /** Why, in a few words. */
  reason: string;
  /** HTTP status of a refused upgrade. */
  refused?: number;
};

/** One connection to the portal, of frames, or of whatever else passes over one. */
export interface Link<Item = string> {
  send(item: Item): void;
  /** Says goodbye. */
  close(): void;
  /** Is gone without a word. */
  cut(): void;
  /** Neither reads nor answers pings any more; the connection stays open. */
  pause(): void;
  resume(): void;
}

export type Credentials = { serial: string; secret: string };

/** Begins a connection to `to`; for a logger that are its credentials. */
export type Dial<To = Credentials, Item = string> = (
  to: To,
  events: LinkEvents<Item>,
) => Link<Item>;
