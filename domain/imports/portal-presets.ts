import type { FileTable } from "./find-table.ts";
import type { ImportTarget, ImportUnit } from "./import-targets.ts";

/** Portals whose exports are recognised, and `other` for any other file. */
export const PORTALS = [
  "solarEdge",
  "enphase",
  "sma",
  "fronius",
  "victron",
  "givEnergy",
  "homeAssistant",
  "pvOutput",
  "senec",
  "tesla",
  "octopus",
  "fusionSolar",
  "danfoss",
  "other",
] as const;
export type Portal = (typeof PORTALS)[number];

/** Whether the time of a row is the start or the end of its interval. */
export type StampAt = "start" | "end";

/** Suggests what a column with some name contains. */
export type Rule = {
  name: RegExp;
  target: ImportTarget;
  unit?: ImportUnit;
  isCounter?: true;
  isDaily?: true;
  isInverted?: true;
  /** Takes all columns that fit, also those of other targets: their values are added up. */
  isSum?: true;
  /** The rule does not apply to a table with a column of this name. */
  unless?: RegExp;
};
/** How the files of a portal are read. */
export type Preset = {
  /** Whether the headings are those of the portal. */
  fits: (names: readonly string[], table: FileTable) => boolean;
  stampAt: StampAt;
  /** The first rule that fits a column decides; a target is taken from the first column that has it. */
  rules: readonly Rule[];
  /** Units that the headings of the portal name wrongly, and what the values are. */
  misnamed?: Partial<Record<ImportUnit, ImportUnit>>;
};

const has =
  (...patterns: RegExp[]) =>
  (names: readonly string[]) =>
    patterns.every((pattern) => names.some((name) => pattern.test(name)));

/** Names of columns in the languages in which portals export, for files of other portals. */
const COMMON: readonly Rule[] = [
  {
    name: /state of charge|\bsoc\b|ladezustand|battery percent|akku ?stand/i,
    target: "soc",
    unit: "%",
  },
  {
    name: /(batter|akku|speicher|bater)[^·]*(spannung|voltage|volt\b|tensi)/i,
    target: "batteryVoltage",
    unit: "V",
  },
  {
    name: /(batter|akku|speicher|bater)[^·]*(entnahme|entlad|discharg|d[ée]charg|descarg)|from battery|battery out|battery_out|discharg/i,
    target: "batteryDischarge",
  },
  {
    name: /(batter|akku|speicher|bater)[^·]*(beladung|ladung|charg|carg)|to battery|battery in|battery_in/i,
    target: "batteryCharge",
  },
  {
    name: /einspeis|feed[-_ ]?in|export|to grid|injecti|inyecci|vertido|grid_return|returned|sold|ins netz/i,
    target: "gridExport",
  },
  {
    name: /netzbezug|bezug|purchas|import|from grid|soutir|from_grid|grid_consumption|bought|energy from network|aus dem netz/i,
    target: "gridImport",
  },
  { name: /generator|genset/i, target: "generator" },
  { name: /consum|verbrauch|\bload\b|usage|home|consomm/i, target: "load" },
  {
    name: /solar|\bpv\b|pv-|produ|erzeug|ertrag|generation|generated|yield|harvest/i,
    target: "solar",
  },
  { name: /^(grid|netz|r[ée]seau|red)\b/i, target: "grid" },
  { name: /^(batter|akku|speicher|bater)/i, target: "battery" },
];

/** A path of Victron's download of energies that starts at the panels. */
const VRM_PV_PATH = /\bpv to (grid|battery|consumers)\b/i;

const PRESETS: Readonly<Record<Exclude<Portal, "other">, Preset>> = {
  enphase: {
    fits: (names) =>
      has(/^energy produced \(wh\)|system production \(wh\)|^production \(wh\)/i)(names),
    stampAt: "start",
    rules: [
      { name: /energy produced|production/i, target: "solar" },
      { name: /energy consumed|consumption/i, target: "load" },
      { name: /exported to grid/i, target: "gridExport" },
      { name: /imported from grid/i, target: "gridImport" },
      { name: /(charg).*battery|stored in batter/i, target: "batteryCharge" },
      { name: /discharged/i, target: "batteryDischarge" },
    ],
  },
  solarEdge: {
    fits: (names) =>
      has(
        /^(system production|solar production|self.?consumption|energy|production|inv\S* ac production - \w+) ?[([](wh|w|kwh|kw)[)\]]|^(energie - eigenverbrauch|(system|solar)?produktion|energie|production (solaire|du système)|autoconsommation|producción( solar| del sistema)?|autoconsumo|energía) ?\((wh|w|kwh|kw)\)/i,
      )(names) && !names.some((name) => /pvoutput|exported to grid/i.test(name)),
    stampAt: "start",
    rules: [
      { name: /^(system|solar)? ?production|^(system|solar)?produktion/i, target: "solar" },
      { name: /^production (solaire|du système)|^producción/i, target: "solar" },
      { name: /^energy|^(energie|énergie|energía) ?[([]/i, target: "solar" },
      { name: /^inv\S* ac production - /i, target: "solar", isSum: true },
      { name: /^consumo de red|^importar|^importación/i, target: "gridImport" },
      { name: /^excedentes|^exportación/i, target: "gridExport" },
      { name: /^consumption|^verbrauch|^consommation|^consumo/i, target: "load" },
      {
        name: /^export|feed-?in|^einspeis|einspeise-?zähler|^injection/i,
        target: "gridExport",
      },
      { name: /^import|purchased|^bezug|bezugs-?zähler/i, target: "gridImport" },
      { name: /^(storage|battery).*(charge level|state of)|state of energy/i, target: "soc" },
      ...COMMON,
    ],
  },
  sma: {
    fits: (names, table) =>
      has(
        /metering\.|gridms\.|\/ ?leistung|mean values|gesamtertrag|total yield|leistung ·|e-total/i,
      )(names) ||
      names.some((name) => /sunny|\bstp?\b|sma/i.test(name) && table.columns.length < 40),
    stampAt: "start",
    rules: [
      { name: /gridms\.totw\.pv|pvms.*totw|gridms\.totw(?![a-z.])/i, target: "solar" },
      {
        name: /gridms\.totwhout|metering\.gridms\.totwhout/i,
        target: "gridExport",
        isCounter: true,
      },
      { name: /gridms\.totwhin|metering\.gridms\.totwhin/i, target: "gridImport", isCounter: true },
      { name: /metering\.totwhout/i, target: "solar", isCounter: true },
      { name: /bat\.chasoc|bat.*soc/i, target: "soc" },
      { name: /gesamtertrag|total yield/i, target: "solar", isCounter: true },
      { name: /e-total/i, target: "solar", unit: "kWh", isCounter: true },
    ],
  },
  fronius: {
    fits: has(
      /energie (ins|vom|aus dem) netz|energy (to|from) (the )?grid|energie in batterie|energy to (the )?battery|direkt verbraucht|consumed directly/i,
      /pv.?(produktion|production|generation)|erzeugung|verbrauch|consumption/i,
    ),
    stampAt: "start",
    rules: [
      {
        name: /pv.?(produktion|production|generation)|gesamte? erzeugung/i,
        target: "solar",
        unit: "Wh",
      },
      { name: /ins netz|(in)?to (the )?grid/i, target: "gridExport", unit: "Wh" },
      { name: /(vom|aus dem) netz|from (the )?grid/i, target: "gridImport", unit: "Wh" },
      { name: /in (die )?batter|to (the )?batter/i, target: "batteryCharge", unit: "Wh" },
      { name: /aus (der )?batter|from (the )?batter/i, target: "batteryDischarge", unit: "Wh" },
      { name: /^(gesamt ?)?verbrauch|^(total )?consumption/i, target: "load", unit: "Wh" },
      { name: /state of charge|ladezustand/i, target: "soc" },
    ],
  },
  victron: {
    fits: (names) =>
      has(
        /system overview|gateway \[\d+\]|vrm|(grid|genset|battery) to consumers|pv to (battery|grid|consumers)/i,
      )(names),
    stampAt: "start",
    rules: [
      // The download of energies names each path: all paths from a source, or to a sink, are one flow.
      { name: VRM_PV_PATH, target: "solar", isSum: true },
      { name: /\bgrid to (consumers|battery)\b/i, target: "gridImport", isSum: true },
      { name: /\b(pv|battery|genset) to grid\b/i, target: "gridExport", isSum: true },
      { name: /\b(pv|grid|battery|genset) to consumers\b/i, target: "load", isSum: true },
      { name: /\b(pv|grid|genset) to battery\b/i, target: "batteryCharge", isSum: true },
      { name: /\bbattery to (consumers|grid)\b/i, target: "batteryDischarge", isSum: true },
      { name: /\bgenset to (consumers|battery|grid)\b/i, target: "generator", isSum: true },
      {
        name: /system overview.*(battery soc|state of charge)|battery monitor.*state of charge/i,
        target: "soc",
      },
      {
        name: /system overview.*(battery voltage|· voltage)|battery monitor.*· voltage/i,
        target: "batteryVoltage",
      },
      { name: /system overview.*battery power/i, target: "battery" },
      // The log has a column for each phase, and for each way in which the panels are connected.
      {
        name: /system overview.*pv - (ac|dc)/i,
        target: "solar",
        isSum: true,
        unless: VRM_PV_PATH,
      },
      {
        name: /pv inverter \[\d+\].*\bl[123] power/i,
        target: "solar",
        isSum: true,
        unless: /system overview.*pv - ac|\bpv to (grid|battery|consumers)\b/i,
      },
      { name: /system overview.*pv power/i, target: "solar" },
      {
        name: /system overview.*(ac consumption(?! on)|consumption) l[123]\b/i,
        target: "load",
        isSum: true,
        unless: VRM_PV_PATH,
      },
      { name: /system overview.*ac consumption/i, target: "load" },
      { name: /system overview.*\bgrid l[123]\b/i, target: "grid", isSum: true },
      { name: /system overview.*(grid power|· grid)/i, target: "grid" },
      { name: /system overview.*genset l[123]\b/i, target: "generator", isSum: true },
      { name: /system overview.*genset/i, target: "generator" },
    ],
  },
  givEnergy: {
    fits: has(
      /^(pv|solar|today.?solar|total.?solar)/i,
      /(batt|battery).?(power|percent|soc|%|w\b)|inverter/i,
      /grid|import/i,
      /^(load|consumption|home|today|total)/i,
    ),
    stampAt: "start",
    rules: [
      { name: /^batt(ery)?.*(percent|soc|%)/i, target: "soc" },
      { name: /^total.?(solar|pv|generation)/i, target: "solar", unit: "kWh", isCounter: true },
      { name: /^total.?import/i, target: "gridImport", unit: "kWh", isCounter: true },
      { name: /^total.?export/i, target: "gridExport", unit: "kWh", isCounter: true },
      { name: /^total.?charge/i, target: "batteryCharge", unit: "kWh", isCounter: true },
      { name: /^total.?discharge/i, target: "batteryDischarge", unit: "kWh", isCounter: true },
      { name: /^total.?(load|consumption)/i, target: "load", unit: "kWh", isCounter: true },
      { name: /^battery.?power/i, target: "battery", isInverted: true },
      { name: /^grid.?power/i, target: "grid", isInverted: true },
      { name: /^(solar|pv).?power/i, target: "solar" },
      { name: /^(consumption|load|home).?(power|consumption)?/i, target: "load" },
    ],
  },
  homeAssistant: {
    fits: has(
      /^(grid_consumption|solar_production|grid_return|battery_(in|out)) |^[a-z_]+[.:]\w+ (sum|state|mean)$/i,
    ),
    stampAt: "start",
    rules: [
      { name: /^solar_production /i, target: "solar", isSum: true },
      { name: /^grid_consumption /i, target: "gridImport", isSum: true },
      { name: /^grid_return /i, target: "gridExport", isSum: true },
      { name: /^battery_in /i, target: "batteryCharge", isSum: true },
      { name: /^battery_out /i, target: "batteryDischarge", isSum: true },
      ...COMMON.filter(({ target }) => target !== "soc" && target !== "batteryVoltage").map(
        ({ name, target }): Rule => ({
          name: new RegExp(`(?=.* (?:sum|state)$)(?=.*(?:${name.source}))`, "i"),
          target,
          unit: "kWh",
          isCounter: true,
        }),
      ),
    ],
  },
  pvOutput: {
    fits: (names) =>
      has(/^(energy generation|generated|energy generated|generation)$/i)(names) ||
      has(/^energy$/i, /^power$/i)(names) ||
      has(/^generated/i, /^efficiency/i)(names),
    stampAt: "start",
    rules: [
      { name: /^(energy )?(generation|generated)/i, target: "solar", unit: "Wh" },
      { name: /^energy$/i, target: "solar", unit: "Wh", isCounter: true },
      { name: /^(energy )?(consumption|consumed|used)$/i, target: "load", unit: "Wh" },
      { name: /^(energy )?exported?$/i, target: "gridExport", unit: "Wh" },
      {
        name: /^((peak|off-?peak|shoulder|high shoulder) )?import(ed)?$/i,
        target: "gridImport",
        unit: "Wh",
      },
    ],
  },
  senec: {
    fits: has(
      /^netzbezug \[k?wh?\]/i,
      /^stromverbrauch \[k?wh?\]/i,
      /^stromerzeugung \[k?wh?\]/i,
      /^akku spannung \[v\]/i,
    ),
    stampAt: "start",
    rules: COMMON,
    // A row has the mean power of its interval, as its voltage and current show.
    misnamed: { kWh: "kW", Wh: "W" },
  },
  tesla: {
    fits: has(/^(from|to) powerwall \(/i, /^home \(/i),
    stampAt: "start",
    rules: [
      { name: /^home\b/i, target: "load" },
      { name: /^solar\b/i, target: "solar" },
      { name: /^from grid/i, target: "gridImport" },
      { name: /^to grid/i, target: "gridExport" },
      { name: /^from powerwall/i, target: "batteryDischarge" },
      { name: /^to powerwall/i, target: "batteryCharge" },
    ],
  },
  octopus: {
    fits: (names, { timeName }) =>
      /^start$/i.test(timeName) && has(/^consumption \(kwh\)/i, /^end$/i)(names),
    stampAt: "start",
    rules: [{ name: /^consumption \(kwh\)/i, target: "gridImport", unit: "kWh" }],
  },
  fusionSolar: {
    fits: has(/^(pv-?ertrag|pv yield) \(/i, /^(wechselrichterertrag|inverter yield) \(/i),
    stampAt: "start",
    rules: [
      { name: /^pv-?ertrag|^pv yield/i, target: "solar" },
      { name: /^wechselrichterertrag|^inverter yield/i, target: "solar" },
      { name: /^netzeinspeisung|^export|^feed-in/i, target: "gridExport" },
      { name: /^netzbezug|^import/i, target: "gridImport" },
      { name: /^entladung|^discharg/i, target: "batteryDischarge" },
      { name: /^ladung|^charg/i, target: "batteryCharge" },
      { name: /^(gesamt)?verbrauch|^(total )?consumption/i, target: "load" },
    ],
  },
  danfoss: {
    fits: has(/^potenza \[w\]/i, /^energia di oggi \[kwh\]/i),
    stampAt: "start",
    rules: [
      { name: /^energia di oggi/i, target: "solar", unit: "kWh", isCounter: true, isDaily: true },
      { name: /^potenza \[w\]/i, target: "solar", unit: "W" },
    ],
  },
};

/** The portals in the order in which their headings are compared: the most distinctive ones first. */
const COMPARED = [
  "homeAssistant",
  "victron",
  "octopus",
  "tesla",
  "senec",
  "danfoss",
  "fusionSolar",
  "enphase",
  "fronius",
  "givEnergy",
  "sma",
  "pvOutput",
  "solarEdge",
] as const;

/** Finds the portal by the headings of a table. */
export function findPortal(table: FileTable): Portal {
  const names = table.columns.map(({ name }) => name);
  return COMPARED.find((portal) => PRESETS[portal].fits(names, table)) ?? "other";
}

/** Returns how the files of a portal are read; other ones by the common names of columns. */
export function presetOf(portal: Portal): Omit<Preset, "fits"> {
  return portal === "other" ? { stampAt: "start", rules: COMMON } : PRESETS[portal];
}
