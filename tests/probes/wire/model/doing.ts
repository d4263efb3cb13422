import type { Json } from "./plain.ts";

/** Who watches, as his socket was stamped. */
export type PlainPerson = {
  person: number;
  session: string;
  role: number;
  share: boolean;
  demo: boolean;
  rightsVersion: number;
};
export type PlainEnd = { session: string } | { person: number; rightsVersion: number };
/** A frame of a viewer, opened. */
export type Request = {
  cmd: number;
  tag: string;
  body: Json;
  /** It contains another user's command id. */
  isForeign?: boolean;
};

/** One thing that happened at the object's door. */
export type Doing =
  | { kind: "loggerOpened"; line: string }
  | { kind: "loggerSaid"; line: string; frame: Json }
  | { kind: "sentToLogger"; line: string; frame: Json }
  | { kind: "viewerOpened"; line: string; who: PlainPerson }
  | { kind: "viewerRefused"; who: PlainPerson }
  | { kind: "viewerAsked"; line: string; request: Request }
  | { kind: "sentToViewer"; line: string; said: Request }
  | { kind: "left"; line: string; code: number }
  | { kind: "rightEnded"; ended: PlainEnd }
  | { kind: "unlinked" };
