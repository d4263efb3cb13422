import { searchForms } from "#domain/search-forms.ts";
import type { AlarmLogQuery } from "#protocol/alarms.ts";

/** Start and end of a row as the log shows them: an instant ahead of the server counts as its time of receipt. */
export const SHOWN_START = `min(start_at, body ->> '$.seenAt')`;
export const SHOWN_END = `min(end_at, coalesce(body ->> '$.endSeenAt', end_at))`;

/** Returns the condition of a query on the rows of the log, with its values. */
export function filterRows(query: AlarmLogQuery): { where: string; values: SqlStorageValue[] } {
  const parts = ["is_hidden = 0"];
  const values: SqlStorageValue[] = [];
  const add = (part: string, ...given: SqlStorageValue[]) => {
    parts.push(part);
    values.push(...given);
  };
  const { from, to, sources, levels, open, address, search, logId } = query;
  // An alarm belongs to a period if it was active in it.
  if (from !== undefined) add(`(end_at IS NULL OR ${SHOWN_END} >= ?)`, from);
  if (to !== undefined) add(`${SHOWN_START} < ?`, to);
  if (sources !== undefined)
    add(`source IN (SELECT value FROM json_each(?))`, JSON.stringify(sources));
  if (levels !== undefined)
    add(`level IN (SELECT value FROM json_each(?))`, JSON.stringify(levels));
  if (open !== undefined) parts.push(`end_at IS ${open ? "" : "NOT "}NULL`);
  if (address !== undefined) add(`substr(address, 1, ?) = ?`, address.length, address);
  if (search !== undefined && search !== "") {
    const forms = searchForms(search);
    const found = [...forms.map(() => `instr(${TEXTS}, ?) > 0`), ...SUBJECTS];
    const {
      descriptions = [],
      deviceTypes = [],
      devices = [],
      faultCodes = [],
    } = query.subjects ?? {};
    const lists = [descriptions, devices, deviceTypes, faultCodes].map((list) =>
      JSON.stringify(list),
    );
    add(`(${found.join(" OR ")})`, ...forms, ...lists);
  }
  if (logId !== undefined) add(`log_id = ?`, logId);
  return { where: `WHERE ${parts.join(" AND ")}`, values };
}

/** Texts of a row that a search finds. */
const TEXTS = `lower(coalesce(address, '') || ' ' || coalesce(body ->> '$.deviceName', '') || ' ' ||
  coalesce(body ->> '$.cause.name', '') || ' ' || coalesce(body ->> '$.cause.code', '') || ' ' ||
  coalesce(body ->> '$.cause.message', ''))`;

/** Name of the register of a row without its phase, or the type of its limit. */
const SUBJECT = `CASE WHEN lower(substr(body ->> '$.cause.name', -2)) IN (' u', ' v', ' w')
  THEN substr(body ->> '$.cause.name', 1, length(body ->> '$.cause.name') - 2)
  ELSE coalesce(body ->> '$.cause.name', body ->> '$.cause.alarmType') END`;

/** Code of the event of a row in the form of `normalizeFaultCode`. */
const FAULT_CODE = `lower(replace(replace(replace(body ->> '$.cause.code', ' ', ''), '-', ''), '_', ''))`;

/**
 * Conditions that a row is one of the `AlarmSubjects`: by its description, its device, the type of its device, and the
 * code of its fault.
 */
const SUBJECTS = [
  `coalesce(body ->> '$.cause.condition', (${SUBJECT}) || ' ' || coalesce(body ->> '$.cause.side', 'value'))`,
  `(body ->> '$.deviceName')`,
  `rtrim(rtrim(body ->> '$.deviceName', '0123456789'))`,
  FAULT_CODE,
].map((text) => `${text} IN (SELECT value FROM json_each(?))`);
