import { z } from "zod";

/** Conditions of a release: least state of charge, %, and whether the inverters have to be off. */
export const releaseConditions = z.object({ minSoc: z.number().nullable(), whenOff: z.boolean() });
export type ReleaseConditions = z.infer<typeof releaseConditions>;
/** The state of a site that they concern. */
export type ConditionFacts = {
  /** State of charge of the battery, %; null if it is unknown. */
  soc: number | null;
  /** Whether the inverters are off; null if it is unknown. */
  areInvertersOff: boolean | null;
};

/** Returns the condition that is not met, also because the state is unknown; null if all are met. */
export function findConditionFault(
  { minSoc, whenOff }: ReleaseConditions,
  { soc, areInvertersOff }: ConditionFacts,
): "socLow" | "notOff" | null {
  if (minSoc !== null && (soc === null || soc < minSoc)) return "socLow";
  return whenOff && areInvertersOff !== true ? "notOff" : null;
}
