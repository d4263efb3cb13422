/** Conditions of a release, and the state of a site that they concern. */
export type ReleaseConditions = { minSoc: number | null; whenOff: boolean };
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
