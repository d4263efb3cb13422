import type { Fault } from "./fault.ts";
import type { FaultSchedule } from "./fault-schedule.ts";
import type { Measure } from "./measure.ts";

export const BYTE_MEASURE: Measure<Buffer> = {
  commandOf: () => null,
  bytesOf: (bytes) => bytes.length,
};

/**
 * Converts a schedule for byte streams: commands cannot be recognized, so faults apply to the next bytes, and bytes
 * cannot be dropped, duplicated or reordered without ending the stream.
 */
export function byteFaults(schedule: FaultSchedule): FaultSchedule {
  return (fromMs, toMs) =>
    schedule(fromMs, toMs).flatMap(({ at, fault }) => {
      const possible = toByteFault(fault);
      return possible === null ? [] : [{ at, fault: possible }];
    });
}

function toByteFault(fault: Fault): Fault | null {
  if (!("on" in fault)) return fault;
  if (fault.kind !== "cut" && fault.kind !== "delay") return null;
  const { commands: _, ...on } = fault.on;
  return { ...fault, on };
}
