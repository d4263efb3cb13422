import type { Manner } from "./device.ts";

const KEPT = ["success, held"];
/** The device did not take the value, and answered so or by its read-back. */
const DENIED = { atomic: ["rolled back", "failed"], each: ["partial", "failed"] };
/** Whether the device has the value becomes known only by a repetition or by a read. */
const UNANSWERED = {
  atomic: [...KEPT, ...DENIED.atomic],
  each: [...KEPT, ...DENIED.each, "unknown"],
};
/** The device had the value at the read-back and not at the second read. */
const LOST = {
  atomic: ["mixed", "reverted by device"],
  each: ["partial", "reverted by device"],
};

/** Returns the ends that a change may have whose only fault is this one, as results with `, held`. */
export function allowedEnds(manner: Manner, isAtomic: boolean): readonly string[] {
  const kind = isAtomic ? "atomic" : "each";
  switch (manner) {
    case "ignores":
    case "lies":
    case "rounds":
    case "refuses":
      return DENIED[kind];
    case "claims":
    case "reverts after 6 s":
    case "reverts after 77 s":
      return LOST[kind];
    case "silent":
    case "silent and done":
    case "late":
    case "foreign":
    case "reboots":
    case "stops":
      return UNANSWERED[kind];
    case "deaf to confirmations":
      return [...KEPT, ...LOST[kind]];
    case "cut after":
      // A frame with all items may be cut between two of them.
      return isAtomic ? [...KEPT, "rolled back"] : KEPT;
    case "panel edit before":
      return [...KEPT, "conflict"];
    default:
      return KEPT;
  }
}
