import type { SiteStatus } from "#domain/sites/site-status.ts";

const PAGE_SIZE = 50;

const SORTABLE = ["name", "status", "alarm", "batterySoc", "solar"] as const;
export type SortColumn = (typeof SORTABLE)[number];
type Direction = "asc" | "desc";

const ATTENTION: readonly SiteStatus[] = ["fault", "warning", "offline"];

/** What the address of the list asks for. Anything it should not say is left out. */
export type ListQuery = {
  search: string;
  attention: boolean;
  sort: SortColumn;
  direction: Direction;
  page: number;
};

export function readListQuery(params: URLSearchParams): ListQuery {
  const sort = SORTABLE.find((column) => column === params.get("sort")) ?? "name";
  const page = Number(params.get("page"));
  return {
    search: (params.get("q") ?? "").trim().slice(0, 100),
    attention: params.get("show") === "attention",
    sort,
    direction: params.get("direction") === "desc" ? "desc" : "asc",
    page: Number.isInteger(page) && page > 0 ? Math.min(page, 1_000_000) : 1,
  };
}

/** There is a first page even of nothing. */
export function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

/** The list operation's input. */
export function toOperationInput({ search, attention, sort, direction, page }: ListQuery) {
  return {
    search,
    filter: { status: attention ? [...ATTENTION] : [] },
    order: { by: sort, direction },
    page,
    size: PAGE_SIZE,
  };
}

/** The address of the list with some of it changed; a change of anything but the page goes back to the first. */
export function listAddress(query: ListQuery, change: Partial<ListQuery>): string {
  const { search, attention, sort, direction, page } = { ...query, page: 1, ...change };
  const params = new URLSearchParams();
  if (search !== "") params.set("q", search);
  if (attention) params.set("show", "attention");
  if (sort !== "name") params.set("sort", sort);
  if (direction === "desc") params.set("direction", "desc");
  if (page > 1) params.set("page", String(page));
  return params.size === 0 ? "/sitelist" : `/sitelist?${params}`;
}
