import type { CommandRecord } from "#domain/commands/command-record.ts";

export type Value = number | string | null;
/** Plain JSON as it crossed a line; of a viewer's frame what was sealed in it is `body`. */
export type Frame = { cmd: number; tag?: string; id?: string | null; [field: string]: unknown };

/** At the door of the site's object, in order. Times are ms UTC. */
export type DoorEntry = { at: number; line: string } & (
  | { kind: "opened"; side: "logger" }
  | { kind: "opened"; side: "viewer"; viewer: string; person: number; role: number }
  | { kind: "closed" }
  | { kind: "in" | "out"; frame: Frame }
);

/** Written by the device: what it did, and how far its clock is behind the server's. */
export type DeviceEntry =
  | { kind: "executed"; at: number; id: string; address: string; value: Value; holds: Value }
  | { kind: "clock"; at: number; behindMs: number };

/** Written by each page. A tag is used once in all. */
export type ViewerEntry = { at: number; viewer: string; tag: string } & (
  | { kind: "asked"; cmd: number; ids: string[] }
  /** `wanted` are the ids of the request that the page released with it. */
  | { kind: "answered"; cmd: number; status: number; ids: string[]; wanted: string[] }
  | { kind: "stray" }
);

export type StoredCommand = { record: CommandRecord; endedAt: number | null };

export type PlainRegister = {
  kind: string;
  access: string;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  precision?: number | undefined;
  options?: Record<string, string> | undefined;
};

/** What everybody wrote down in one world, from its beginning to its calm end. */
export type Diaries = {
  registers: Record<string, PlainRegister>;
  door: DoorEntry[];
  device: DeviceEntry[];
  /** What the device's registers hold in the end. */
  holds: Record<string, Value>;
  viewers: ViewerEntry[];
  /** What each page shows in the end. */
  pages: { viewer: string; records: CommandRecord[] }[];
  store: StoredCommand[];
  endedAt: number;
};
