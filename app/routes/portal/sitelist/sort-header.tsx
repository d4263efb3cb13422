import { useTranslation } from "../../../i18n/use-translation.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import { type ListQuery, listAddress, type SortColumn } from "./list-query.ts";

/** What somebody who sorts by a column wants to see first. */
const FIRST = {
  name: "asc",
  status: "asc",
  alarm: "asc",
  batterySoc: "asc",
  solar: "desc",
} as const;

/** Its link is followed by the table. */
export function SortHeader({ query, column }: { query: ListQuery; column: SortColumn }) {
  const { t } = useTranslation("sitelist");
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
        {t(`columns.${column}`)}
        <Icon name="down" size={null} />
      </a>
    </th>
  );
}
