/** `up`: from the dialling to the answering side (logger to portal); `down`: the reverse. */
export type Direction = "up" | "down";

/**
 * Selects one frame: the next in that direction, or the next with one of these commands. Without such a frame within
 * `withinMs` none is selected; without `withinMs` the fault waits.
 */
export type FramePick = {
  direction: Direction;
  commands?: readonly number[];
  withinMs?: number;
};

/** A fault of one frame, the next selected one on any connection. No other fault applies to that frame. */
export type FrameFault = {
  on: FramePick;
} /** The connection is cut, and both sides notice: before the frame has passed, or right after. */ & (
  | { kind: "cut"; moment: "before" | "after" }
  | { kind: "drop" }
  /** A copy of the frame passes this many ms later, in any order with others; 0 means directly behind it. */
  | { kind: "duplicate"; afterMs: number }
  /** The frame and all behind it are delayed. */
  | { kind: "delay"; ms: number }
  /** This many frames overtake it, or fewer if `withinMs` elapses first. */
  | { kind: "reorder"; places: number; withinMs: number }
);

/** A fault of the line. */
export type LineFault =
  /** Cuts the current connection at once, together with the frames in transit; both sides notice. */
  | { kind: "cut" }
  /**
   * The current connection looks alive, but frames in one or both directions are lost, for a time or permanently. A
   * close or cut is lost as well, so that a side that gives the connection up leaves the other side with it. New
   * connections are not affected.
   */
  | { kind: "half-open"; direction: Direction | "both"; forMs?: number }
  /** Frames pass one after the other at limited bandwidth; none is lost. */
  | { kind: "slow"; direction: Direction | "both"; bytesPerSecond: number; forMs: number }
  /** Dialling fails: at once, with an HTTP status if given, or after 15 s if `unanswered`. */
  | { kind: "refuse"; forMs: number; unanswered?: boolean; status?: number; retryAfterMs?: number };

export type Fault = FrameFault | LineFault;

/** A fault and its beginning in ms after the start of the schedule; frame faults are armed then. */
export type ScheduledFault = { at: number; fault: Fault };

/** Reports that a fault took effect. `at` is ms by the clock of the line. */
export type FaultEffect = {
  at: number;
  fault: Fault;
  /** For a frame fault: direction and command number, null if it has none. */
  frame?: { direction: Direction; command: number | null };
};
