import { Link } from "react-router";
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
      <Link to={listAddress(query, { sort: column, direction })} preventScrollReset>
        {t(`columns.${column}`)}
        <Icon name="down" size={null} />
      </Link>
    </th>
  );
}
