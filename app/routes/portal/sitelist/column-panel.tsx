import { Button } from "@chakra-ui/react";
import { useNavigate } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { YEAR_S } from "#domain/units/durations.ts";
import {
  ALL_COLUMNS,
  COLUMNS_COOKIE,
  type Column,
  moveColumn,
  USUAL_COLUMNS,
  writeColumns,
} from "./list-columns.ts";
import { type ListQuery, listAddress } from "./list-query.ts";
import { ColumnList, Hint } from "./panel-styles.ts";
import { usePendingChoice } from "./use-pending-choice.ts";
import { useRowTexts } from "./use-row-texts.ts";

type ColumnPanelProps = { query: ListQuery; columns: readonly Column[] };

/** Chooses the columns and their order, which are stored in the address and as this browser's last choice. */
export default function ColumnPanel({ query, columns: shownColumns }: ColumnPanelProps) {
  const { t } = useTranslation("listtools");
  const texts = useRowTexts();
  const navigate = useNavigate();
  const [columns, setColumns] = usePendingChoice(shownColumns);
  const choose = (wanted: readonly Column[]) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the server reads it with the next page
    document.cookie = `${COLUMNS_COOKIE}=${writeColumns(wanted)}; path=/; max-age=${YEAR_S}; SameSite=Lax`;
    const address = listAddress(query, { columns: wanted, page: query.page });
    setColumns(wanted, navigate(address, { replace: true, preventScrollReset: true }));
  };
  const turn = (column: Column, on: boolean) =>
    choose(on ? [...columns, column] : columns.filter((one) => one !== column));
  const shown = [...columns, ...ALL_COLUMNS.filter((column) => !columns.includes(column))];
  return (
    <>
      <Hint>{t("columnTools.hint")}</Hint>
      <ColumnList aria-label={t("columnTools.label")}>
        {shown.map((column) => {
          const place = columns.indexOf(column);
          const mover = (by: -1 | 1, isEnd: boolean) => (
            <button
              type="button"
              aria-label={t(by < 0 ? "columnTools.up" : "columnTools.down", {
                column: texts.columns[column],
              })}
              // Not `disabled`, which would take the focus from a user who moves the column repeatedly.
              aria-disabled={place < 0 || isEnd}
              onClick={() => place >= 0 && choose(moveColumn(columns, column, by))}
            >
              <Icon name="down" size="1em" data-by={by} />
            </button>
          );
          return (
            <li key={column}>
              <label>
                <input
                  type="checkbox"
                  checked={place >= 0}
                  disabled={column === "name"}
                  onChange={({ currentTarget }) => turn(column, currentTarget.checked)}
                />
                {texts.columns[column]}
              </label>
              {mover(-1, place === 0)}
              {mover(1, place === columns.length - 1)}
            </li>
          );
        })}
      </ColumnList>
      <Button size="sm" variant="ghost" mt="2" onClick={() => choose(USUAL_COLUMNS)}>
        {t("columnTools.reset")}
      </Button>
    </>
  );
}
