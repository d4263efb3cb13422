import type { ConnectionEnd } from "./reconnect-wait.ts";

/** Events of a connection for its logger, never emitted while dialling. `ended` comes exactly once, last. */
export type LinkEvents<Item = string> = {
  opened(): void;
  received(item: Item): void;
  ended(end: LinkEnd): void;
};

export type LinkEnd = ConnectionEnd & {
  /** A brief reason. */
  reason: string;
  /** HTTP status of a refused upgrade. */
  refused?: number;
};

/** One connection to the portal that carries frames, or items of another kind. */
export interface Link<Item = string> {
  send(item: Item): void;
  /** Closes the connection with a close frame. */
  close(): void;
  /** Drops the connection without a close frame. */
  cut(): void;
  /** Stops reading and answering pings; the connection stays open. */
  pause(): void;
  resume(): void;
}

export type Credentials = { serial: string; secret: string };

/** Opens a connection to `to`, for a logger its credentials. */
export type Dial<To = Credentials, Item = string> = (
  to: To,
  events: LinkEvents<Item>,
) => Link<Item>;
