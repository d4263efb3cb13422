/**
 * Codes of faults that the portal words in every language, in the namespace `faults` of the locales. The specification
 * lists the texts without codes, so these are Helioport's own: names instead of numbers, because a number has another
 * meaning with each manufacturer.
 */
export const FAULT_CODES = [
  "busOverVoltage",
  "busUnderVoltage",
  "outputShortCircuit",
  "overload",
  "overTemperature",
  "heatSinkOverTemperature",
  "transformerOverTemperature",
  "fanFault",
  "parallelCommunicationLost",
  "parallelSynchronizationFault",
  "parallelCurrentImbalance",
  "parallelConfigurationFault",
  "parallelFirmwareMismatch",
  "batteryOverVoltage",
  "batteryUnderVoltage",
  "batteryLow",
  "batteryChargeOverCurrent",
  "batteryDischargeOverCurrent",
  "batteryOverTemperature",
  "batteryUnderTemperature",
  "batteryDisconnected",
  "batteryPolarityReversed",
  "acInputOverVoltage",
  "acInputUnderVoltage",
  "acInputOverFrequency",
  "acInputUnderFrequency",
  "acInputOverCurrent",
  "acInputLost",
  "acInputPhaseSequence",
  "acOutputOverVoltage",
  "acOutputUnderVoltage",
  "acOutputOverCurrent",
  "acOutputFrequencyFault",
  "acOutputOff",
  "solarOverVoltage",
  "solarOverCurrent",
  "insulationFault",
  "relayFault",
  "batteryCommunicationLost",
  "meterCommunicationLost",
  "displayCommunicationLost",
  "inverterCommunicationLost",
  "chargerCommunicationLost",
  "internalCommunicationLost",
  "bgkCellOverVoltage",
  "bgkCellUnderVoltage",
  "bgkCellImbalance",
  "bgkOverCurrent",
  "bgkOverTemperature",
  "bgkSensorFault",
  "bgkContactorFault",
  "bgkPrechargeFault",
  "bgkCommunicationLost",
  "generatorOutOfFuel",
  "generatorStartFailed",
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

const BY_FORM: ReadonlyMap<string, FaultCode> = new Map(
  FAULT_CODES.map((code) => [normalizeFaultCode(code), code]),
);

/** Returns a code without case, spaces, hyphens and underscores, in which loggers spell it differently. */
export function normalizeFaultCode(code: string): string {
  return code.replace(/[\s_-]/g, "").toLowerCase();
}

/** Finds the code of the catalogue that a logger sent, however it spells it; null for any other code or none. */
export function faultCodeOf(code: string | null | undefined): FaultCode | null {
  return BY_FORM.get(normalizeFaultCode(code ?? "")) ?? null;
}

/** Returns whether a message of a logger says more than a code and its text. */
export function addsToFault(message: string, code: FaultCode, text: string): boolean {
  if (message.trim() === "" || faultCodeOf(message) === code) return false;
  return normalizeFaultCode(message) !== normalizeFaultCode(text);
}
