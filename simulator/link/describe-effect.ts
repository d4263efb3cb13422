import type { FaultEffect } from "./fault.ts";

/** Describes an effective fault briefly: `half-open, both, 30 s`. */
export function describeEffect({ fault, frame }: FaultEffect): string {
  const words: (string | number)[] = [fault.kind];
  if (frame !== undefined) words.push(frame.direction);
  if (frame?.command != null) words.push(`command ${frame.command}`);
  if ("moment" in fault) words.push(fault.moment);
  if ("direction" in fault) words.push(fault.direction);
  if ("bytesPerSecond" in fault) words.push(`${fault.bytesPerSecond} bytes/s`);
  if ("places" in fault) words.push(`${fault.places} places`);
  if ("status" in fault) words.push(`status ${fault.status}`);
  if ("unanswered" in fault && fault.unanswered) words.push("unanswered");
  const ms = "ms" in fault ? fault.ms : "afterMs" in fault ? fault.afterMs : undefined;
  const forMs = "forMs" in fault ? fault.forMs : ms;
  if (forMs !== undefined) words.push(`${(forMs / 1_000).toFixed(1)} s`);
  return words.join(", ");
}
