import type { CatalogueRegisters } from "./catalogue-register.ts";
import { action, choice, inSection, range, textSetting, timer, toggle } from "./entries.ts";

/*
 * Environment and air conditioning of the cabinets 0077. Cooling starts at its stop temperature plus the difference;
 * heating stops at its start temperature plus the difference (specification, section 4).
 */

/** Registers of cabinets by number. */
export const CABINET_REGISTERS: CatalogueRegisters = inSection("cabinet", "basic", {
  "0002": textSetting("label"),
  "0020": range("coolingStop", "°C", 15, 35, 1, { recommended: [20, 30] }),
  "0021": range("coolingDifference", "°C", 1, 15, 1),
  "1D01": choice("airConditioning", { 0: "off", 1: "automatic", 2: "cooling", 3: "heating" }),
  "1D02": range("heatingStart", "°C", -10, 20, 1),
  "1D03": range("heatingDifference", "°C", 1, 15, 1),
  "1D04": toggle("dehumidifying"),
  "1D05": range("dehumidifyingStop", "%", 30, 80, 1, {
    relevant: { register: "1D04", values: [1] },
  }),
  "1D06": range("humidityDifference", "%", 1, 20, 1, {
    relevant: { register: "1D04", values: [1] },
  }),
  "1D07": choice("cabinetFan", { 0: "automatic", 1: "on", 2: "off" }),
  "1D08": range("fanStartTemperature", "°C", 20, 50, 1),
  "1D09": range("highTemperatureWarning", "°C", 30, 60, 1),
  "1D0A": range("lowTemperatureWarning", "°C", -30, 10, 1),
  "1D0B": range("highHumidityWarning", "%", 50, 95, 1),
  "1D0C": toggle("doorWarning"),
  "1D0D": toggle("waterWarning"),
  "1D0E": choice("smokeAction", { 0: "warning", 1: "stop" }, { danger: "power" }),
  "1D0F": timer("smokeDelay", { danger: "power" }),
  "1D10": toggle("cabinetLight"),
  "1D11": action("testFireAlarm"),
  "1D12": action("releaseFaultLock", { danger: "power" }),
});
