import type { CatalogueRegisters } from "./catalogue-register.ts";
import { action, choice, inSection, range, textSetting, timer, toggle } from "./entries.ts";
import { EXTERNAL_CTS } from "./option-lists.ts";

/* Settings of the energy meters 001A; sources as in inverter.ts. */

/** Registers of energy meters by number. */
export const METER_REGISTERS: CatalogueRegisters = inSection("meter", "basic", {
  "0002": textSetting("label"),
  "0057": range("ctCorrection", "%", 0, 2, 0.1),
  "0058": choice("externalCt", EXTERNAL_CTS),
  "1C01": choice("meterPosition", { 0: "grid", 1: "load", 2: "PV inverter", 3: "generator" }),
  "1C02": choice("meterPhases", { 1: "1", 2: "2", 3: "3" }),
  "1C03": choice("meterType", { 0: "internal CT", 1: "external CT", 2: "RS485 meter" }),
  "1C04": range("meterAddress", "", 1, 247, 1, { danger: "power" }),
  "1C05": choice(
    "meterBaudRate",
    { 2400: "2400", 4800: "4800", 9600: "9600", 19200: "19200", 115200: "115200" },
    { danger: "power" },
  ),
  "1C06": toggle("ctReversedU"),
  "1C07": toggle("ctReversedV"),
  "1C08": toggle("ctReversedW"),
  "1C09": range("powerCorrection", "W", -200, 200, 0.5),
  "1C0A": range("powerGain", "%", 90, 110, 0.1),
  "1C0B": timer("meterLossDelay"),
  "1C0C": choice("meterLossAction", { 0: "stop export", 1: "continue" }, { danger: "grid" }),
  "1C0D": action("resetEnergyCounters", { danger: "reset" }),
});
