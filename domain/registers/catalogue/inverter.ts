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
import { INVERTER_GRID } from "./inverter-grid.ts";
import {
  BATTERY_TYPES_BY_VERSION,
  PARALLEL_MODES,
  RATED_FREQUENCIES,
  RATED_VOLTAGES,
  SCREEN_OFF_TIMES,
  SCREEN_SAVER_TIMES,
  STANDARD_BATTERY_TYPES,
} from "./option-lists.ts";
import { relay, TIME_CONTROL, TIME_OF_USE } from "./timetables.ts";

/*
 * Settings of the inverters 0033. Numbers below 1000 are those of the specification (0047, 0048, 0050, 0051) and of
 * devices that use them; docs/settings-catalogue.md has the plan of the others. Ranges that the specification does not
 * name are those of common devices. Which settings exist, and their usual ranges, are facts compared in these public
 * register maps; texts and numbers are our own:
 * kellerza/sunsynk (Apache-2.0), wills106/homeassistant-solax-modbus (Apache-2.0), dewet22/givenergy-modbus
 * (Apache-2.0), victronenergy/dbus_modbustcp attributes.csv (MIT).
 */

/** Battery types with a charge table of their own, and those with a BMS. */
const CHARGED_BY_TABLE = { register: "1500", values: [0, 1, 2, 3, 4, 5] } as const;
const WITH_BMS = { register: "1500", values: [5, 6, 7, 8] } as const;

/** Voltages of a battery of 12 to 60 V; domain/settings/charge-settings.ts limits them by battery type. */
const batteryVoltage = (name: string) => range(name, "V", 9, 65, 0.1, { danger: "battery" });

const SYSTEM: CatalogueRegisters = inSection("system", "basic", {
  "0002": textSetting("label"),
  "1001": choice("displayLanguage", {
    0: "English",
    1: "中文",
    2: "Français",
    3: "Español",
    4: "Deutsch",
  }),
  "1002": choice("screenSaver", SCREEN_SAVER_TIMES),
  "1003": choice("autoScreenOff", SCREEN_OFF_TIMES),
  "1004": range("displayBrightness", "%", 10, 100, 10),
  "1005": toggle("buzzer"),
  "1006": toggle("keyTone"),
  "1007": choice("fanMode", { 0: "automatic", 1: "on" }),
  "1008": toggle("restartAfterFault", { danger: "power" }),
  "1009": timer("restartDelay", { relevant: { register: "1008", values: [1] } }),
  "100A": range("maximumRestarts", "", 0, 10, 1, { relevant: { register: "1008", values: [1] } }),
  "100B": range("deratingTemperature", "°C", 40, 75, 1, { recommended: [45, 65] }),
  "100C": toggle("ecoMode"),
  "100D": range("ecoStartPower", "W", 10, 500, 10, {
    relevant: { register: "100C", values: [1] },
  }),
  "100E": timer("ecoSearchInterval", {
    relevant: { register: "100C", values: [1] },
  }),
  "1020": action("releaseFaultLock", { danger: "power" }),
  "1021": action("clearFaultLog", { danger: "reset" }),
  "1022": action("resetEnergyCounters", { danger: "reset" }),
  "1023": action("resetBatterySettings", { danger: "reset", whenOff: true }),
  "1024": action("resetAllSettings", { danger: "reset", whenOff: true }),
  "1025": action("restartInverter", { danger: "power" }),
  "1026": action("synchronizeParameters", { danger: "power", whenOff: true }),
});

const WORKING_MODE: CatalogueRegisters = inSection("working mode", "basic", {
  "0021": choice("workingMode", { 0: "self-use", 1: "backup", 2: "grid first" }),
  "1101": choice("solarPriority", { 0: "load first", 1: "battery first", 2: "grid first" }),
  "1102": toggle("gridCharging"),
  "1103": soc("gridChargeStartSoc", 5, 95, {
    relevant: { register: "1102", values: [1] },
  }),
  "1104": soc("gridChargeStopSoc", 10, 100, {
    relevant: { register: "1102", values: [1] },
  }),
  "1105": soc("switchToGridSoc", 5, 95),
  "1106": soc("switchToBatterySoc", 10, 100),
  "1107": batteryVoltage("switchToGridVoltage"),
  "1108": batteryVoltage("switchToBatteryVoltage"),
  "1109": toggle("peakShaving"),
  "110A": power("peakShavingGridPower", 0, 100_000, 100, {
    relevant: { register: "1109", values: [1] },
  }),
  "110B": power("peakShavingGeneratorPower", 0, 100_000, 100, {
    relevant: { register: "1109", values: [1] },
  }),
  "110C": soc("peakShavingReserve", 0, 100, {
    relevant: { register: "1109", values: [1] },
  }),
  "110D": choice("exportControl", { 0: "no control", 1: "at the output", 2: "at the meter" }),
  "110E": range("gridBiasPower", "W", -500, 500, 10, {
    relevant: { register: "110D", values: [1, 2] },
  }),
  "110F": toggle("powerAssist"),
  "1110": toggle("upsFunction", { danger: "power" }),
  "1111": toggle("forcedOffGrid", { danger: "power" }),
  "1112": toggle("batteryDischarge"),
});

const SOLAR: CatalogueRegisters = inSection("solar", "basic", {
  "0047": range("solarStartVoltage", "V", 50, 300, 1, { recommended: [90, 150] }),
  "1301": power("maximumSolarPower", 0, 100_000, 100),
  "1302": choice("solarInputMode", { 0: "independent", 1: "parallel" }, { whenOff: true }),
  "1303": toggle("shadowScan"),
  "1304": timer("shadowScanInterval", { relevant: { register: "1303", values: [1] } }),
  "1305": toggle("exportExcessSolar", { danger: "grid" }),
  "1306": range("insulationLimit", "kΩ", 10, 1_000, 10, { danger: "power" }),
  "1307": toggle("arcDetection", { danger: "power" }),
  "1308": range("externalMpptCount", "", 0, 10, 1, { whenOff: true }),
  ...repeat(0x1310, 1, 12, [(n) => toggle(`mpptEnabled ${n}`, { whenOff: true })]),
});

const LOAD: CatalogueRegisters = inSection("load", "basic", {
  "0023": choice("ratedFrequency", RATED_FREQUENCIES, { whenOff: true, danger: "power" }),
  "1401": choice("ratedVoltage", RATED_VOLTAGES, { whenOff: true, danger: "power" }),
  "1402": choice("secondOutput", { 0: "off", 1: "smart load", 2: "generator" }),
  "1403": soc("smartLoadOnSoc", 10, 100, {
    relevant: { register: "1402", values: [1] },
  }),
  "1404": soc("smartLoadOffSoc", 5, 95, {
    relevant: { register: "1402", values: [1] },
  }),
  "1405": range("smartLoadOnVoltage", "V", 9, 65, 0.1, {
    relevant: { register: "1402", values: [1] },
  }),
  "1406": range("smartLoadOffVoltage", "V", 9, 65, 0.1, {
    relevant: { register: "1402", values: [1] },
  }),
  "1407": power("smartLoadSolarPower", 0, 20_000, 100, {
    relevant: { register: "1402", values: [1] },
  }),
  "1408": soc("normalLoadOffSoc", 5, 95, { danger: "power" }),
  "1409": soc("normalLoadOnSoc", 10, 100, { danger: "power" }),
  "140A": timer("loadSheddingDelay"),
  "140B": timer("outputDelay"),
  "140C": toggle("restartAfterOverload", { danger: "power" }),
  "140D": toggle("bypassOnOverload", { danger: "power" }),
  "140E": toggle("neutralGroundRelay", { danger: "power", whenOff: true }),
});

const BATTERY: CatalogueRegisters = {
  ...inSection("battery", "basic", {
    "0031": soc("batteryReserve", 5, 90, { recommended: [10, 40] }),
    "0033": range("maximumChargeCurrent", "A", 0, 1_000, 1, { danger: "battery" }),
    "1500": choice("batteryType", STANDARD_BATTERY_TYPES, {
      whenOff: true,
      danger: "battery",
      variants: BATTERY_TYPES_BY_VERSION,
    }),
    "1501": range("batteryCapacity", "Ah", 10, 10_000, 10, { danger: "battery" }),
    "1502": { ...batteryVoltage("absorptionVoltage"), relevant: CHARGED_BY_TABLE },
    "1503": { ...batteryVoltage("floatVoltage"), relevant: CHARGED_BY_TABLE },
    "1504": range("chargeRate", "C", 0.05, 1, 0.01, {
      danger: "battery",
      relevant: CHARGED_BY_TABLE,
    }),
    "1505": range("maximumDischargeCurrent", "A", 0, 1_000, 1, { danger: "battery" }),
    "1506": range("gridChargeCurrent", "A", 0, 185, 1, { danger: "battery" }),
    "1507": range("generatorChargeCurrent", "A", 0, 185, 1, { danger: "battery" }),
    "1508": soc("dischargeStopSoc", 0, 90, {
      danger: "battery",
      recommended: [10, 30],
    }),
    "1509": soc("dischargeRestartSoc", 5, 100, { danger: "battery" }),
    "150A": soc("lowSocWarning", 5, 60),
    "150B": soc("chargeStopSoc", 10, 100),
    "150C": toggle("fullCharge", { oneShot: true, stored: false }),
    "150D": range("fullChargeInterval", "d", 0, 90, 1),
  }),
  ...inSection("battery", "custom", {
    "1520": batteryVoltage("batteryLowCutoff"),
    "1521": batteryVoltage("batteryLowRestart"),
    "1522": batteryVoltage("batteryLowWarning"),
    "1523": batteryVoltage("batteryHighCutoff"),
    "1524": range("absorptionTime", "min", 0, 480, 5, { danger: "battery" }),
    "1525": range("bulkTimeLimit", "h", 1, 24, 1, { danger: "battery" }),
    "1526": range("tailCurrent", "%", 1, 20, 0.5),
    "1527": toggle("equalizing", { danger: "battery", relevant: CHARGED_BY_TABLE }),
    "1528": range("equalizingVoltage", "V", 9, 65, 0.1, {
      danger: "battery",
      relevant: { register: "1527", values: [1] },
    }),
    "1529": range("equalizingInterval", "d", 1, 90, 1, {
      relevant: { register: "1527", values: [1] },
    }),
    "152A": range("equalizingDuration", "h", 0.5, 10, 0.5, {
      relevant: { register: "1527", values: [1] },
    }),
    "152B": range("temperatureCompensation", "mV/K", 0, 8, 0.1, {
      danger: "battery",
      recommended: [3, 5],
    }),
    "152C": choice("temperatureSource", { 0: "none", 1: "internal sensor", 2: "BMS" }),
    "152D": range("chargeLowTemperature", "°C", -20, 15, 1, {
      danger: "battery",
    }),
    "152E": range("chargeHighTemperature", "°C", 35, 65, 1, {
      danger: "battery",
    }),
    "152F": range("dischargeLowTemperature", "°C", -30, 10, 1, {
      danger: "battery",
    }),
    "1530": range("dischargeHighTemperature", "°C", 40, 70, 1, {
      danger: "battery",
    }),
    "1531": choice(
      "bmsConnection",
      { 0: "none", 1: "CAN", 2: "RS485" },
      { whenOff: true, relevant: WITH_BMS },
    ),
    "1532": choice(
      "bmsLossAction",
      { 0: "stop", 1: "continue" },
      { danger: "battery", relevant: WITH_BMS },
    ),
    "1533": timer("bmsLossDelay", { relevant: WITH_BMS }),
    "1534": range("cellsInSeries", "", 1, 240, 1, { whenOff: true, danger: "battery" }),
    "1535": range("stringsInParallel", "", 1, 16, 1, { whenOff: true }),
    "1536": range("internalResistance", "mΩ", 0, 6_000, 1),
    "1537": range("chargeEfficiency", "%", 60, 100, 1, { recommended: [85, 99] }),
    "1538": range("peukertExponent", "", 1, 1.5, 0.01, { relevant: CHARGED_BY_TABLE }),
    "1539": action("calibrateSoc"),
    "153A": action("wakeBattery"),
  }),
};

const INVERTER: CatalogueRegisters = {
  ...inSection("inverter", "basic", {
    "0010": toggle("unitSwitch", { danger: "power", stored: false }),
    "1601": timer("softStartTime"),
    "1602": range("overloadLimit", "%", 50, 150, 5, { danger: "power", recommended: [100, 120] }),
    "1603": timer("overloadDelay"),
    "1604": timer("startDelay"),
  }),
  ...inSection("inverter", "parallel", {
    "0020": choice("parallelMode", PARALLEL_MODES, { whenOff: true, danger: "power" }),
    "1610": choice("parallelRole", { 0: "master", 1: "slave" }, { whenOff: true }),
    "1611": range("parallelGroup", "", 1, 9, 1, { whenOff: true }),
    "1612": choice(
      "outputPhase",
      { 0: "U", 1: "V", 2: "W" },
      {
        whenOff: true,
        danger: "power",
        relevant: { register: "0020", values: [2] },
      },
    ),
    "1613": range("parallelUnits", "", 1, 16, 1, { whenOff: true }),
    "1614": range("minimumUnits", "", 1, 16, 1, { relevant: { register: "0020", values: [1, 2] } }),
    "1615": toggle("commonBattery", { whenOff: true }),
    "1616": toggle("stopOnUnitFault", { danger: "power" }),
    "1617": range("parallelAddress", "", 1, 63, 1, { whenOff: true, danger: "power" }),
  }),
  ...inSection("inverter", "custom", {
    "1620": range("outputVoltageCorrection", "V", -5, 5, 0.1, { danger: "power" }),
    "1621": range("outputFrequencyShift", "Hz", 0, 3, 0.1, {
      danger: "power",
      recommended: [1, 2],
    }),
    "1622": toggle("acCoupling", { whenOff: true }),
    "1623": range("acCouplingStartFrequency", "Hz", 50, 62, 0.1, {
      relevant: { register: "1622", values: [1] },
    }),
    "1624": range("acCouplingStopFrequency", "Hz", 50.5, 65, 0.1, {
      relevant: { register: "1622", values: [1] },
    }),
    "1625": soc("acCouplingStopSoc", 50, 100, { relevant: { register: "1622", values: [1] } }),
  }),
};

const AUXILIARY_CONTACTS = inSection(
  "auxiliary contact",
  "basic",
  repeat(0x1700, 0x10, 2, relay()),
);

/** Volatile registers, written every few seconds by a control that is on site or in the portal. */
const REMOTE_DISPATCH: CatalogueRegisters = inSection("remote dispatch", "basic", {
  "1801": choice(
    "dispatchMode",
    { 0: "off", 1: "power", 2: "charge to SOC", 3: "grid power", 4: "hold battery" },
    { stored: false },
  ),
  "1802": power("dispatchActivePower", -100_000, 100_000, 100, {
    stored: false,
    group: "dispatch",
    relevant: { register: "1801", values: [1, 2, 3] },
  }),
  "1803": range("dispatchReactivePower", "var", -50_000, 50_000, 100, {
    stored: false,
    danger: "grid",
    relevant: { register: "1801", values: [1, 3] },
  }),
  "1804": range("dispatchDuration", "s", 0, 28_800, 60, { stored: false, group: "dispatch" }),
  "1805": soc("dispatchTargetSoc", 10, 100, {
    stored: false,
    relevant: { register: "1801", values: [2] },
  }),
  "1806": soc("dispatchMinimumSoc", 5, 100, { stored: false }),
  "1807": power("dispatchImportLimit", 0, 100_000, 100, { stored: false }),
  "1808": power("dispatchExportLimit", 0, 100_000, 100, { stored: false, danger: "grid" }),
  "1809": power("dispatchSolarLimit", 0, 100_000, 100, { stored: false }),
  "180A": choice("dispatchTimeoutAction", { 0: "working mode", 1: "standby" }),
});

/** Registers of inverters by number. */
export const INVERTER_REGISTERS: CatalogueRegisters = {
  ...SYSTEM,
  ...WORKING_MODE,
  ...INVERTER_GRID,
  ...SOLAR,
  ...LOAD,
  ...BATTERY,
  ...INVERTER,
  ...AUXILIARY_CONTACTS,
  ...REMOTE_DISPATCH,
  ...TIME_OF_USE,
  ...TIME_CONTROL,
};
