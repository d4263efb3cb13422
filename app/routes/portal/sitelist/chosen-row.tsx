import { memo } from "react";
import type { Column } from "./list-columns.ts";
import type { ListedSite } from "./packed-sites.ts";
import { instantOf, listedStatusOf } from "./packed-sites.ts";
import { CELLS, underName } from "./site-cells.tsx";
import type { RowTexts } from "./use-row-texts.ts";

type ChosenRowProps = {
  site: ListedSite;
  columns: readonly Column[];
  texts: RowTexts;
  age: string;
  /** Undefined if no sites are being selected. */
  selected: boolean | undefined;
  onPick(siteId: number, on: boolean): void;
};

/** Columns that need no label on a card. */
const SPEAKING: readonly Column[] = ["name", "status", "alarm", "metricsAt"];

/** A row with any columns; each cell has a label. */
export const ChosenRow = memo(function ChosenRow(props: ChosenRowProps) {
  const { site, columns, texts, age, selected, onPick } = props;
  const hasPlace = columns.includes("location");
  return (
    <tr data-online={site.online} data-blank={instantOf(site) === null || undefined}>
      {selected !== undefined && (
        <td data-column="pick">
          <label>
            <input
              type="checkbox"
              aria-label={texts.pick(site.name)}
              checked={selected}
              disabled={site.more?.owner !== true}
              onChange={({ currentTarget }) => onPick(site.id, currentTarget.checked)}
            />
          </label>
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column}
          data-column={column}
          data-label={SPEAKING.includes(column) ? undefined : texts.columns[column]}
          data-status={column === "status" ? listedStatusOf(site) : undefined}
        >
          {CELLS[column]({ site, texts, age })}
          {column === "name" && underName(hasPlace ? { ...site, location: "" } : site, texts)}
        </td>
      ))}
    </tr>
  );
});
