import { MAX_AREA_RADIUS_M, MIN_AREA_RADIUS_M } from "#domain/sites/area-limits.ts";
import type { SiteArea } from "#domain/sites/site-area.ts";
import type { ListedStatus } from "#domain/sites/site-list.ts";
import { type Column, readColumns, writeColumns } from "./list-columns.ts";

const PAGE_SIZE = 50;

const SORTABLE = [
  "name",
  "status",
  "alarm",
  "batterySoc",
  "solar",
  "load",
  "grid",
  "created",
  "yield",
] as const;
export type SortColumn = (typeof SORTABLE)[number];
type Direction = "asc" | "desc";

const VIEWS = ["table", "map", "search"] as const;
type ListView = (typeof VIEWS)[number];

/** Worst first; copied because the domain's list loads more code than a page needs. */
export const STATUSES: readonly ListedStatus[] = [
  "fault",
  "warning",
  "stopped",
  "standby",
  "off",
  "normal",
  "neverConnected",
] as const;
/** A site that has never been connected is not a failure. */
const ATTENTION: readonly ListedStatus[] = STATUSES.slice(0, 3);
/** Name of both kinds of sites without a connection, also in addresses of earlier releases. */
const OFFLINE = "offline";

/** Query of the list in the page's address. Invalid parts are ignored. */
export type ListQuery = {
  view: ListView;
  search: string;
  /** Matches any of these; empty matches all. */
  status: readonly ListedStatus[];
  tag: string;
  /** ISO 3166-1 alpha-2 */
  country: string;
  /** Circle around a place; null for everywhere. */
  area: SiteArea | null;
  sort: SortColumn;
  direction: Direction;
  page: number;
  /** Null for the columns that were chosen last in this browser. */
  columns: readonly Column[] | null;
  /** Whether the user is selecting sites. */
  picking: boolean;
};

export function readListQuery(params: URLSearchParams): ListQuery {
  const page = Number(params.get("page"));
  return {
    view: VIEWS.find((view) => view === params.get("view")) ?? "table",
    search: (params.get("q") ?? "").trim().slice(0, 100),
    status: readStatus(params),
    tag: (params.get("tag") ?? "").trim().slice(0, 100),
    country: params.get("country")?.match(/^[A-Z]{2}$/)?.[0] ?? "",
    area: readArea(params.get("area")),
    sort: SORTABLE.find((column) => column === params.get("sort")) ?? "name",
    direction: params.get("direction") === "desc" ? "desc" : "asc",
    page: Number.isInteger(page) && page > 0 ? Math.min(page, 1_000_000) : 1,
    columns: readColumns(params.get("cols")),
    picking: params.get("pick") === "sites",
  };
}

function readStatus(params: URLSearchParams): readonly ListedStatus[] {
  if (params.get("show") === "attention") return ATTENTION;
  const named = (params.get("status") ?? "").split(",");
  const isOffline = named.includes(OFFLINE);
  return STATUSES.filter(
    (status) =>
      named.includes(status) ||
      (isOffline && (status === "stopped" || status === "neverConnected")),
  );
}

/** Reads `latitude,longitude,kilometres`. */
function readArea(text: string | null): SiteArea | null {
  const [latitude, longitude, kilometres, ...rest] = (text ?? "").split(",").map(Number);
  const radius = Math.round((kilometres ?? Number.NaN) * 1_000);
  const isWithin = (degrees: number | undefined, most: number) =>
    degrees !== undefined && Math.abs(degrees) <= most;
  if (text === null || /(^|,)(,|$)/.test(text) || rest.length > 0) return null;
  if (latitude === undefined || !isWithin(latitude, 90)) return null;
  if (longitude === undefined || !isWithin(longitude, 180)) return null;
  return radius >= MIN_AREA_RADIUS_M && radius <= MAX_AREA_RADIUS_M
    ? { latitude, longitude, radius }
    : null;
}

/** Whether the list shows only sites that need attention. */
export function isAttention({ status }: ListQuery): boolean {
  return status.join() === ATTENTION.join();
}

/** The change of the query that shows sites that need attention, the worst first, or all by name. */
export function attentionOf(attention: boolean): Pick<ListQuery, "status" | "sort" | "direction"> {
  return attention
    ? { status: ATTENTION, sort: "status", direction: "asc" }
    : { status: [], sort: "name", direction: "asc" };
}

/** The change of the query that shows all sites, those first that produce least for their size. */
export const YIELD_ORDER = { status: [], sort: "yield", direction: "asc" } as const;

/** Whether the list shows sites of any status, the lowest yield first. */
export function isByYield({ status, sort, direction }: ListQuery): boolean {
  return status.length === 0 && sort === "yield" && direction === "asc";
}

/** Filters that exclude no site. */
export const NO_FILTERS = { search: "", status: [], tag: "", country: "", area: null } as const;

export function isFiltered({ search, status, tag, country, area }: ListQuery): boolean {
  const isChosen = tag !== "" || country !== "" || area !== null;
  return search !== "" || status.length > 0 || isChosen;
}

/** An empty list has one page. */
export function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

/** Filters and order of the list in the form that the operations accept. */
export function toListInput({ search, status, tag, country, area, sort, direction }: ListQuery) {
  return {
    search,
    filter: { status: [...status], tag, country, area },
    order: { by: sort, direction },
  };
}

/** The list operation's input. */
export function toOperationInput(query: ListQuery) {
  return { ...toListInput(query), page: query.page, size: PAGE_SIZE };
}

/** Address of the list with a changed query; any change except of the page returns to the first page. */
export function listAddress(query: ListQuery, change: Partial<ListQuery>): string {
  const wanted = { ...query, page: 1, ...change };
  const { view, search, tag, country, area, sort, direction, page, columns, picking } = wanted;
  const params = new URLSearchParams();
  const set = (name: string, value: string, unless = "") => {
    if (value !== unless) params.set(name, value);
  };
  set("view", view, "table");
  set("q", search);
  if (isAttention(wanted)) params.set("show", "attention");
  else set("status", wanted.status.join());
  set("tag", tag);
  set("country", country);
  if (area) set("area", [area.latitude, area.longitude, area.radius / 1_000].join());
  set("sort", sort, "name");
  set("direction", direction, "asc");
  set("page", String(page), "1");
  set("cols", columns === null ? "" : writeColumns(columns));
  if (picking) params.set("pick", "sites");
  return params.size === 0 ? "/sitelist" : `/sitelist?${params}`;
}

/** Address of the download with the same filters and order. */
export function downloadAddress(query: ListQuery): string {
  const plain = listAddress(query, { view: "table", columns: null, picking: false });
  return plain.replace("/sitelist", "/sitelist/download");
}
