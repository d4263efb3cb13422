/*
 * Settings of one piece of equipment of which one is below the other, by their names in the catalogue. The
 * specification names the absorption voltage, which is at least the float voltage. The others follow from what the
 * settings mean: a device that stops above the point where it starts would switch for ever.
 */

/** A pair of settings; the lower is at most the upper. */
export const AT_MOST: readonly (readonly [lower: string, upper: string])[] = [
  ["floatVoltage", "absorptionVoltage"],
  ["absorptionVoltage", "equalizingVoltage"],
  ["batteryLowCutoff", "batteryLowWarning"],
  ["minimumUnits", "parallelUnits"],
  ["gridChargeCurrent", "maximumChargeCurrent"],
  ["generatorChargeCurrent", "maximumChargeCurrent"],
  ["dispatchMinimumSoc", "dispatchTargetSoc"],
  ["cellLowRelease", "balancingStartVoltage"],
  ["balancingStartVoltage", "cellHighCutoff"],
  ["solarStartVoltage", "solarMaximumVoltage"],
  ["overvoltage 1", "overvoltage 2"],
  ["undervoltage 2", "undervoltage 1"],
  ["overfrequency 1", "overfrequency 2"],
  ["underfrequency 2", "underfrequency 1"],
  ["curveVoltage 1", "curveVoltage 2"],
  ["curveVoltage 2", "curveVoltage 3"],
  ["curveVoltage 3", "curveVoltage 4"],
];

/** A pair of settings; the lower is less than the upper. */
export const LESS_THAN: readonly (readonly [lower: string, upper: string])[] = [
  ["gridChargeStartSoc", "gridChargeStopSoc"],
  ["switchToGridSoc", "switchToBatterySoc"],
  ["switchToGridVoltage", "switchToBatteryVoltage"],
  ["smartLoadOffSoc", "smartLoadOnSoc"],
  ["smartLoadOffVoltage", "smartLoadOnVoltage"],
  ["normalLoadOffSoc", "normalLoadOnSoc"],
  ["dischargeStopSoc", "dischargeRestartSoc"],
  ["dischargeStopSoc", "chargeStopSoc"],
  ["batteryLowCutoff", "batteryLowRestart"],
  ["absorptionVoltage", "batteryHighCutoff"],
  ["chargeLowTemperature", "chargeHighTemperature"],
  ["dischargeLowTemperature", "dischargeHighTemperature"],
  ["acInputLowCutoff", "acInputLowReconnect"],
  ["acInputHighReconnect", "acInputHighCutoff"],
  ["acInputLowFrequency", "acInputHighFrequency"],
  ["acCouplingStartFrequency", "acCouplingStopFrequency"],
  ["generatorStartSoc", "generatorStopSoc"],
  ["generatorStartVoltage", "generatorStopVoltage"],
  ["generatorStopLoad", "generatorStartLoad"],
  ["cellLowCutoff", "cellLowRelease"],
  ["cellHighRelease", "cellHighCutoff"],
  ["dcLowCutoff", "dcHighCutoff"],
  ["lowTemperatureWarning", "highTemperatureWarning"],
  ["contactOnSoc #", "contactOffSoc #"],
  ["contactOnVoltage #", "contactOffVoltage #"],
  ["contactOffPower #", "contactOnPower #"],
];
