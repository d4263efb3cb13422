import type { CatalogueRegisters } from "./catalogue-register.ts";
import {
  action,
  choice,
  inSection,
  power,
  range,
  repeat,
  soc,
  textSetting,
  timer,
  toggle,
} from "./entries.ts";
import {
  GRID_CODES,
  PARALLEL_MODES,
  POWER_FACTORS,
  RATED_FREQUENCIES,
  RATED_VOLTAGES,
} from "./option-lists.ts";

/* Settings of the power conversion systems 008E and 005E; sources as in inverter.ts. */

/** Up to this many PCS are counted for external MPPT (specification, section 9). */
const MAX_PCS = 10;

/** Registers of PCS by number. */
export const PCS_REGISTERS: CatalogueRegisters = {
  ...inSection("system", "basic", {
    "0002": textSetting("label"),
    "0010": toggle("unitSwitch", { danger: "power", stored: false }),
    "1001": choice(
      "pcsMode",
      { 0: "on grid", 1: "off grid", 2: "automatic" },
      {
        whenOff: true,
        danger: "power",
      },
    ),
    "1002": toggle("restartAfterFault", { danger: "power" }),
    "1003": timer("restartDelay", { relevant: { register: "1002", values: [1] } }),
    "1020": action("releaseFaultLock", { danger: "power" }),
    "1021": action("clearFaultLog", { danger: "reset" }),
    "1024": action("resetAllSettings", { danger: "reset", whenOff: true }),
    "1025": action("restartInverter", { danger: "power" }),
    "1026": action("synchronizeParameters", { danger: "power", whenOff: true }),
  }),
  ...inSection("working mode", "basic", {
    "0021": choice("workingMode", { 0: "self-use", 1: "backup", 2: "grid first" }),
    "1101": toggle("gridCharging"),
    "1102": toggle("peakShaving"),
    "1103": power("peakShavingGridPower", 0, 1_000_000, 500, {
      relevant: { register: "1102", values: [1] },
    }),
    "1104": soc("peakShavingReserve", 0, 100, { relevant: { register: "1102", values: [1] } }),
  }),
  ...inSection("ac input", "basic", {
    "0022": choice("gridCode", GRID_CODES, { whenOff: true, danger: "grid" }),
    "0034": choice("gridExport", { 0: "forbidden", 1: "allowed" }, { danger: "grid" }),
    "0048": power("maximumExportPower", 500, 1_000_000, 500, {
      danger: "grid",
      relevant: { register: "0034", values: [1] },
    }),
    "0050": range("acInputHighCutoff", "V", 240, 265, 1, { danger: "grid" }),
    "0051": range("acInputLowCutoff", "V", 145, 200, 1, { danger: "grid" }),
    "1201": timer("gridConnectionDelay", { danger: "grid" }),
    "1202": timer("gridReconnectionDelay", { danger: "grid" }),
    "1203": range("connectionRamp", "%/min", 1, 600, 1, { danger: "grid" }),
    "1204": choice("fixedPowerFactor", POWER_FACTORS, { danger: "grid", whenOff: true }),
    "1205": range("activePowerLimit", "%", 0, 100, 1, { danger: "grid" }),
  }),
  ...inSection("load", "basic", {
    "0023": choice("ratedFrequency", RATED_FREQUENCIES, { whenOff: true, danger: "power" }),
    "1401": choice("ratedVoltage", RATED_VOLTAGES, { whenOff: true, danger: "power" }),
  }),
  ...inSection("solar", "basic", {
    "0047": range("solarStartVoltage", "V", 50, 300, 1),
    ...repeat(0x1310, 1, MAX_PCS, [
      (n) => range(`externalMpptCountOfPcs ${n}`, "", 0, 12, 1, { whenOff: true }),
    ]),
  }),
  ...inSection("battery", "basic", {
    "0031": soc("batteryReserve", 5, 90, { recommended: [10, 40] }),
    "0033": range("maximumChargeCurrent", "A", 0, 2_000, 1, { danger: "battery" }),
    "1501": range("maximumDischargeCurrent", "A", 0, 2_000, 1, { danger: "battery" }),
    "1502": range("dcHighCutoff", "V", 100, 1_500, 1, { danger: "battery" }),
    "1503": range("dcLowCutoff", "V", 100, 1_500, 1, { danger: "battery" }),
    "1504": soc("chargeStopSoc", 10, 100),
    "1505": soc("dischargeStopSoc", 0, 90, { danger: "battery", recommended: [10, 30] }),
  }),
  ...inSection("inverter", "parallel", {
    "0020": choice("parallelMode", PARALLEL_MODES, { whenOff: true, danger: "power" }),
    "1610": choice("parallelRole", { 0: "master", 1: "slave" }, { whenOff: true }),
    "1611": range("parallelGroup", "", 1, 9, 1, { whenOff: true }),
    "1613": range("parallelUnits", "", 1, MAX_PCS, 1, { whenOff: true }),
    "1617": range("parallelAddress", "", 1, 63, 1, { whenOff: true, danger: "power" }),
  }),
  ...inSection("remote dispatch", "basic", {
    "1801": choice(
      "dispatchMode",
      { 0: "off", 1: "power", 2: "charge to SOC", 3: "grid power", 4: "hold battery" },
      { stored: false },
    ),
    "1802": power("dispatchActivePower", -1_000_000, 1_000_000, 500, {
      stored: false,
      group: "dispatch",
    }),
    "1803": range("dispatchReactivePower", "var", -600_000, 600_000, 500, {
      stored: false,
      danger: "grid",
    }),
    "1804": range("dispatchDuration", "s", 0, 28_800, 60, { stored: false, group: "dispatch" }),
  }),
};
