import type { FileColumn, FileTable } from "./find-table.ts";
import {
  type ColumnMapping,
  IMPORT_TARGETS,
  IMPORT_UNITS,
  type ImportTarget,
  unitsOf,
} from "./import-targets.ts";
import {
  findPortal,
  type Portal,
  type Preset,
  presetOf,
  type Rule,
  type StampAt,
} from "./portal-presets.ts";

/** How a file is read: which portal, which columns, and what the time of a row means. */
export type FileMapping = { portal: Portal; stampAt: StampAt; columns: ColumnMapping[] };

/** Names of solar production that is consumed at once: it is part of the load and of the production. */
const SELF_CONSUMPTION =
  /eigenverbrauch|direkt.?verbrauch|self.?(?:consum|use)|consumed directly|direct(?:ly)? (?:consum|use)|auto.?consom|auto.?consum/i;

/** Suggests how to read a table of a portal. */
export function suggestMapping(table: FileTable, portal: Portal): FileMapping {
  const { stampAt, rules, misnamed } = presetOf(portal);
  const isOf = portal !== "other" && findPortal(table) === portal;
  const usable = table.columns.filter(
    ({ name, hasNumbers }) => hasNumbers && !SELF_CONSUMPTION.test(name),
  );
  const taken = new Map<ImportTarget, Rule>();
  const columns: ColumnMapping[] = [];
  for (const rule of rules) {
    const before = taken.get(rule.target);
    if (before !== undefined && !(before.isSum && rule.isSum)) continue;
    if (table.columns.some(({ name }) => rule.unless?.test(name))) continue;
    // A power and a counter of the same flow would count twice.
    if (rule.target === "grid" && (taken.has("gridImport") || taken.has("gridExport"))) continue;
    if (rule.target === "battery" && (taken.has("batteryCharge") || taken.has("batteryDischarge")))
      continue;
    const fitting = usable.filter(
      ({ name, index }) =>
        rule.name.test(name) &&
        !columns.some(
          ({ column, target }) => column === index && (!rule.isSum || target === rule.target),
        ),
    );
    if (fitting.length === 0) continue;
    taken.set(rule.target, rule);
    for (const column of rule.isSum ? fitting : fitting.slice(0, 1))
      columns.push(mapColumn(column, rule, isOf ? misnamed : undefined));
  }
  return { portal, stampAt, columns: sortColumns(columns) };
}

/** Sorts mappings by their columns, and those of one column by their targets. */
export function sortColumns(columns: readonly ColumnMapping[]): ColumnMapping[] {
  const placeOf = ({ target }: ColumnMapping) => IMPORT_TARGETS.indexOf(target);
  return columns.toSorted(
    (one, other) => one.column - other.column || placeOf(one) - placeOf(other),
  );
}

function mapColumn(
  { index, unit: named }: FileColumn,
  rule: Rule,
  misnamed: Preset["misnamed"],
): ColumnMapping {
  const allowed = unitsOf(rule.target);
  const found = named === null ? null : (misnamed?.[named] ?? named);
  const unit = found !== null && allowed.includes(found) ? found : (rule.unit ?? allowed[0] ?? "W");
  const isCounter = rule.isCounter === true && IMPORT_UNITS[unit].kind === "energy";
  return {
    column: index,
    target: rule.target,
    unit,
    isCounter,
    ...(isCounter && rule.isDaily && { isDaily: true }),
    isInverted: rule.isInverted === true,
  };
}
