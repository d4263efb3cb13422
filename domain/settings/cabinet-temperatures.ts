/** Settings of a cabinet's air conditioning, °C. */
export type CabinetTemperatures = {
  coolingStop: number;
  coolingDifference: number;
  heatingStart: number;
  heatingDifference: number;
};

/** Returns the temperature at which cooling starts: its stop plus the difference (specification, section 4). */
export function coolingStartOf(
  settings: Pick<CabinetTemperatures, "coolingStop" | "coolingDifference">,
): number {
  return settings.coolingStop + settings.coolingDifference;
}

/** Returns the temperature at which heating stops: its start plus the difference (specification, section 4). */
export function heatingStopOf(
  settings: Pick<CabinetTemperatures, "heatingStart" | "heatingDifference">,
): number {
  return settings.heatingStart + settings.heatingDifference;
}

/** Returns whether heating ends before cooling does, so that they never work against each other. */
export function areSeparate(settings: CabinetTemperatures): boolean {
  return heatingStopOf(settings) <= settings.coolingStop;
}
