import { Icon } from "#app/ui/icons/icon.tsx";
import type { Column } from "./list-columns.ts";
import { type ListQuery, listAddress, type SortColumn } from "./list-query.ts";

/** Initial sort direction of each column. */
const FIRST: Record<SortColumn, "asc" | "desc"> = {
  name: "asc",
  status: "asc",
  alarm: "asc",
  batterySoc: "asc",
  solar: "desc",
  load: "desc",
  grid: "desc",
  created: "desc",
  yield: "asc",
};

const isSortable = (column: Column): column is Column & SortColumn => column in FIRST;

type ColumnHeaderProps = { query: ListQuery; column: Column; label: string };

/** The table handles the clicks on its link. */
export function ColumnHeader({ query, column, label }: ColumnHeaderProps) {
  if (!isSortable(column)) return <th scope="col">{label}</th>;
  const current = query.sort === column;
  const other = query.direction === "asc" ? "desc" : "asc";
  const direction = current ? other : FIRST[column];
  return (
    <th
      scope="col"
      data-column={column}
      aria-sort={current ? (query.direction === "asc" ? "ascending" : "descending") : "none"}
    >
      <a href={listAddress(query, { sort: column, direction })}>
        {label}
        <Icon name="down" size={null} />
      </a>
    </th>
  );
}
