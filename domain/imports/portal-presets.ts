import type { FileColumn, FileTable } from "./find-table.ts";
import {
  type ColumnMapping,
  IMPORT_UNITS,
  type ImportTarget,
  type ImportUnit,
  unitsOf,
} from "./import-targets.ts";

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
  "other",
] as const;
export type Portal = (typeof PORTALS)[number];

/** Whether the time of a row is the start or the end of its interval. */
export type StampAt = "start" | "end";

/** How a file is read: which portal, which columns, and what the time of a row means. */
export type FileMapping = { portal: Portal; stampAt: StampAt; columns: ColumnMapping[] };

type Rule = {
  name: RegExp;
  target: ImportTarget;
  unit?: ImportUnit;
  isCounter?: true;
  isInverted?: true;
};
type Preset = {
  /** Whether the headings are those of the portal. */
  fits: (names: readonly string[], table: FileTable) => boolean;
  stampAt: StampAt;
  /** The first rule that fits a column decides; a target is taken from the first column that has it. */
  rules: readonly Rule[];
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
    name: /einspeis|feed-?in|feed in|export|to grid|injecti|inyecci|vertido|grid_return|returned|sold|ins netz/i,
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
        /^(system production|solar production|self.?consumption|energy|production) ?[([](wh|w|kwh|kw)[)\]]/i,
      )(names) && !names.some((name) => /pvoutput|exported to grid/i.test(name)),
    stampAt: "start",
    rules: [
      { name: /^(system|solar)? ?production/i, target: "solar" },
      { name: /^energy/i, target: "solar" },
      { name: /^consumption/i, target: "load" },
      { name: /^export|feed-?in/i, target: "gridExport" },
      { name: /^import|purchased/i, target: "gridImport" },
      { name: /^(storage|battery).*(charge level|state of)|state of energy/i, target: "soc" },
    ],
  },
  sma: {
    fits: (names, table) =>
      has(/metering\.|gridms\.|\/ ?leistung|mean values|gesamtertrag|total yield|leistung ·/i)(
        names,
      ) || names.some((name) => /sunny|\bstp?\b|sma/i.test(name) && table.columns.length < 40),
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
    ],
  },
  fronius: {
    fits: has(
      /energie (ins|vom|aus dem) netz|energy (to|from) (the )?grid|energie in batterie|energy to (the )?battery|direkt verbraucht|consumed directly/i,
      /pv.?(produktion|production|generation)|erzeugung|verbrauch|consumption/i,
    ),
    stampAt: "start",
    rules: [
      { name: /pv.?(produktion|production|generation)|gesamte? erzeugung/i, target: "solar" },
      { name: /ins netz|(in)?to (the )?grid/i, target: "gridExport" },
      { name: /(vom|aus dem) netz|from (the )?grid/i, target: "gridImport" },
      { name: /in (die )?batter|to (the )?batter/i, target: "batteryCharge" },
      { name: /aus (der )?batter|from (the )?batter/i, target: "batteryDischarge" },
      { name: /^(gesamt ?)?verbrauch|^(total )?consumption/i, target: "load" },
      { name: /state of charge|ladezustand/i, target: "soc" },
    ],
  },
  victron: {
    fits: (names) =>
      has(/system overview|gateway \[\d+\]|vrm|grid to consumers|pv to (battery|grid|consumers)/i)(
        names,
      ),
    stampAt: "start",
    rules: [
      {
        name: /system overview.*(battery soc|state of charge)|battery monitor.*state of charge/i,
        target: "soc",
      },
      { name: /system overview.*(battery voltage|· voltage)/i, target: "batteryVoltage" },
      { name: /system overview.*battery power/i, target: "battery" },
      { name: /system overview.*(pv - ac|pv - dc|pv power)/i, target: "solar" },
      { name: /system overview.*(ac consumption|consumption l1)/i, target: "load" },
      { name: /system overview.*(grid l1|grid power|· grid)/i, target: "grid" },
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
      { name: /^solar_production /i, target: "solar" },
      { name: /^grid_consumption /i, target: "gridImport" },
      { name: /^grid_return /i, target: "gridExport" },
      { name: /^battery_in /i, target: "batteryCharge" },
      { name: /^battery_out /i, target: "batteryDischarge" },
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
};

/** The portals in the order in which their headings are compared: the most distinctive ones first. */
const COMPARED = [
  "homeAssistant",
  "victron",
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

/** Suggests how to read a table of a portal. */
export function suggestMapping(table: FileTable, portal: Portal): FileMapping {
  const { stampAt, rules } =
    portal === "other" ? { stampAt: "start" as const, rules: COMMON } : PRESETS[portal];
  const taken = new Set<ImportTarget>();
  const columns: ColumnMapping[] = [];
  for (const rule of rules) {
    if (taken.has(rule.target)) continue;
    const column = table.columns.find(
      ({ name, index, hasNumbers }) =>
        hasNumbers && rule.name.test(name) && !columns.some((other) => other.column === index),
    );
    if (column === undefined) continue;
    // A power and a counter of the same flow would count twice.
    if (rule.target === "grid" && (taken.has("gridImport") || taken.has("gridExport"))) continue;
    if (rule.target === "battery" && (taken.has("batteryCharge") || taken.has("batteryDischarge")))
      continue;
    taken.add(rule.target);
    columns.push(mapColumn(column, rule));
  }
  return { portal, stampAt, columns: columns.sort((one, other) => one.column - other.column) };
}

function mapColumn({ index, unit: found }: FileColumn, rule: Rule): ColumnMapping {
  const allowed = unitsOf(rule.target);
  const unit = found !== null && allowed.includes(found) ? found : (rule.unit ?? allowed[0] ?? "W");
  return {
    column: index,
    target: rule.target,
    unit,
    isCounter: rule.isCounter === true && IMPORT_UNITS[unit].kind === "energy",
    isInverted: rule.isInverted === true,
  };
}
