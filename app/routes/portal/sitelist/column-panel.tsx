import { Button } from "@chakra-ui/react";
import { useRef } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { styled } from "../../../theme/styled.tsx";
import { Icon } from "../../../ui/icons/icon.tsx";
import {
  ALL_COLUMNS,
  COLUMNS_COOKIE,
  type Column,
  moveColumn,
  USUAL_COLUMNS,
  writeColumns,
} from "./list-columns.ts";
import { type ListQuery, listAddress } from "./list-query.ts";
import { useRowTexts } from "./use-row-texts.ts";

const YEAR_S = 365 * 24 * 3600;

type ColumnPanelProps = { query: ListQuery; columns: readonly Column[] };

/** Which columns there are, in which order: in the address, and kept as this browser's last choice. */
export default function ColumnPanel({ query, columns }: ColumnPanelProps) {
  const { t } = useTranslation("listtools");
  const texts = useRowTexts();
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const choose = (wanted: readonly Column[]) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the server reads it with the next page
    document.cookie = `${COLUMNS_COOKIE}=${writeColumns(wanted)}; path=/; max-age=${YEAR_S}; SameSite=Lax`;
    void navigate(listAddress(query, { columns: wanted, page: query.page }), {
      replace: true,
      preventScrollReset: true,
    });
  };
  const turn = (column: Column, on: boolean) =>
    choose(on ? [...columns, column] : columns.filter((one) => one !== column));
  const shown = [...columns, ...ALL_COLUMNS.filter((column) => !columns.includes(column))];
  return (
    <>
      <Hint>{t("columnTools.hint")}</Hint>
      <List ref={list} aria-label={t("columnTools.label")}>
        {shown.map((column) => {
          const place = columns.indexOf(column);
          const mover = (by: -1 | 1, isEnd: boolean) => (
            <button
              type="button"
              aria-label={t(by < 0 ? "columnTools.up" : "columnTools.down", {
                column: texts.columns[column],
              })}
              // Not `disabled`, which would take the focus away from whoever moves it on.
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
      </List>
      <Button size="sm" variant="ghost" mt="2" onClick={() => choose(USUAL_COLUMNS)}>
        {t("columnTools.reset")}
      </Button>
    </>
  );
}

const Hint = styled("p", { textStyle: "sm", color: "fg.muted", mb: "2" });

const List = styled("ul", {
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 15rem), 1fr))",
  columnGap: "6",
  rowGap: "1",
  textStyle: "sm",
  "& li": { display: "flex", alignItems: "center", gap: "1" },
  "& label": { display: "flex", alignItems: "center", gap: "2", flex: "1", cursor: "pointer" },
  "& input": { w: "4", h: "4", accentColor: "brand.solid" },
  "& button": {
    p: "1.5",
    borderRadius: "md",
    color: "fg.muted",
    cursor: "pointer",
    focusVisibleRing: "inside",
    _hover: { bg: "bg.hover", color: "fg" },
    "&[aria-disabled=true]": { opacity: "0.35", cursor: "default" },
  },
  "& [data-by='-1']": { transform: "scaleY(-1)" },
});
