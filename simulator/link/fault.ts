/** `up`: from whoever dialled to whoever answered, logger to portal; `down`: back. */
export type Direction = "up" | "down";

/**
 * Picks one frame: the next that goes that way, or the next of these command numbers that does. Where none comes within
 * so many ms, none is picked; if that is not said, it waits.
 */
export type FramePick = {
  direction: Direction;
  commands?: readonly number[];
  withinMs?: number;
};

/** What befalls one frame, the next one picked, on whichever connection it goes. Nothing else befalls that frame. */
export type FrameFault = {
  on: FramePick;
} /** The connection is cut, and both sides notice: before the frame has passed, or right after. */ & (
  | { kind: "cut"; moment: "before" | "after" }
  | { kind: "drop" }
  /** A second one of it passes so many ms later, ahead of or behind others; 0 right behind it. */
  | { kind: "duplicate"; afterMs: number }
  /** It takes so long, and whatever is behind it waits. */
  | { kind: "delay"; ms: number }
  /** So many frames overtake it; where there are not so many within `withinMs`, it passes then. */
  | { kind: "reorder"; places: number; withinMs: number }
);

/** What befalls the line. */
export type LineFault =
  /** The connection that is there is cut at once, with whatever was under way, and both sides notice. */
  | { kind: "cut" }
  /**
   * The connection that is there looks alive, and nothing passes any more in one direction or both, for so long, or for
   * good. What is sent meanwhile is lost; a close or a cut counts as something sent, so that a side that gives the
   * connection up leaves the other one with it. New connections are not concerned.
   */
  | { kind: "half-open"; direction: Direction | "both"; forMs?: number }
  /** Frames pass one after the other at so many bytes a second, and none is lost. */
  | { kind: "slow"; direction: Direction | "both"; bytesPerSecond: number; forMs: number }
  /** Dialling is refused: at once, with a status of HTTP if one is given, or `unanswered`, after 15 s. */
  | { kind: "refuse"; forMs: number; unanswered?: boolean; status?: number; retryAfterMs?: number };

export type Fault = FrameFault | LineFault;

/** A fault and when it begins, in ms after the schedule began; a frame fault is armed then. */
export type ScheduledFault = { at: number; fault: Fault };

/** That a fault took effect. `at` is ms by the clock of the line. */
export type FaultEffect = {
  at: number;
  fault: Fault;
  /** Of a frame fault: its direction and command number, null where it has none. */
  frame?: { direction: Direction; command: number | null };
};
