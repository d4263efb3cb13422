import { stringify } from "csv-stringify/sync";
import { callForPage } from "#app/guard.server.ts";
import { getI18next } from "#app/i18n/middleware.server.ts";
import { SITE_ROLE } from "#domain/access/roles.ts";
import { formatLocalTime } from "#domain/units/local-time.ts";
import type { Route } from "./+types/download";
import { countryName } from "./country-name.ts";
import { readListQuery, toListInput } from "./list-query.ts";

type Exported = Awaited<ReturnType<typeof read>>["list"][number];

const read = (args: Route.LoaderArgs) =>
  callForPage(args, "POST /site/v2/exportList", toListInput(readListQuery(args.url.searchParams)));

/** Number of lines that are written at a time. */
const LINES = 500;

/** The filtered and ordered list as a table for a spreadsheet. */
export async function loader(args: Route.LoaderArgs) {
  const { list } = await read(args);
  const columns = columnsFor(args);
  const head = stringify([columns.map(([label]) => label)], { ...FORM, bom: true });
  const encoder = new TextEncoder();
  let from = 0;
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(encoder.encode(head)),
    pull(stream) {
      const some = list.slice(from, from + LINES);
      from += LINES;
      if (some.length === 0) return stream.close();
      const lines = some.map((site) => columns.map(([, cell]) => markFormula(cell(site))));
      stream.enqueue(encoder.encode(stringify(lines, FORM)));
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="sites.csv"',
      "Cache-Control": "no-store",
    },
  });
}

/** A cell that a spreadsheet would read as a formula gets an apostrophe. */
const FORM = {
  escape_formulas: true,
  // Quotes texts, because a spreadsheet with another separator could split a name into cells.
  quoted_string: true,
  record_delimiter: "windows",
} as const;

/** A formula behind blanks or invisible characters: otherwise only the first character is checked. */
const HIDDEN_FORMULA = /^[\s\p{Cf}]+[=+\-@＝＋－＠]/u;

function markFormula(cell: string | number | null): string | number | null {
  return typeof cell === "string" && HIDDEN_FORMULA.test(cell) ? `'${cell}` : cell;
}

type Column = [label: string, cell: (site: Exported) => string | number | null];

/** Times are in the site's time zone. */
function columnsFor({ context }: Route.LoaderArgs): Column[] {
  const { language, getFixedT } = getI18next(context);
  const t = getFixedT(language, ["sitelist", "listtools", "common"]);
  const roles: Partial<Record<number, string>> = {
    [SITE_ROLE.administrator]: t("listtools:roles.administrator"),
    [SITE_ROLE.full]: t("listtools:roles.full"),
    [SITE_ROLE.monitor]: t("listtools:roles.monitor"),
  };
  const local = (at: number | null, { timeZoneId }: Exported) =>
    at === null ? null : formatLocalTime(at, timeZoneId);
  return [
    [t("columns.name"), ({ name }) => name],
    [t("listtools:csv.serial"), ({ sn }) => sn],
    [t("columns.status"), ({ status }) => t(`common:siteStatus.${status}`)],
    [t("listtools:csv.statusSince"), (site) => local(site.statusSince, site)],
    [t("columns.alarm"), ({ alarmStatus }) => t(`common:alarm.${alarmStatus}`)],
    [t("listtools:columns.tags"), ({ tags }) => tags.join(", ")],
    [t("listtools:columns.location"), ({ location }) => location],
    [t("listtools:filter.country"), ({ country }) => countryName(country, language)],
    [t("listtools:csv.latitude"), ({ latitude }) => latitude],
    [t("listtools:csv.longitude"), ({ longitude }) => longitude],
    [t("listtools:csv.timeZone"), ({ timeZoneId }) => timeZoneId],
    [`${t("columns.solar")} (W)`, ({ solar }) => solar],
    [`${t("columns.batterySoc")} (%)`, ({ batterySoc }) => batterySoc],
    [`${t("listtools:columns.load")} (W)`, ({ load }) => load],
    [`${t("listtools:columns.grid")} (W)`, ({ grid }) => grid],
    [t("listtools:csv.dataAt"), (site) => local(site.metricsAt, site)],
    [t("listtools:columns.created"), (site) => local(site.createTime, site)],
    [t("listtools:columns.role"), ({ role }) => roles[role] ?? null],
  ];
}
