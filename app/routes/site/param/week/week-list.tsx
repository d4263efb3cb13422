import { Button, chakra } from "@chakra-ui/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { priceLevel } from "./price-levels.ts";
import { conflictsOf, isShown, type Timetable } from "./timetable.ts";
import type { WeekEdits } from "./use-week-edits.ts";
import type { WeekText } from "./use-week-text.ts";
import { LEVEL_STYLES } from "./week-styles.ts";

type WeekListProps = {
  timetable: Timetable;
  text: WeekText;
  edits: WeekEdits;
  isReadOnly: boolean;
  changed: ReadonlySet<number>;
  label: string;
};

/** The rows of a timetable as a list, in the order of their starts. */
export function WeekList(props: WeekListProps) {
  const { timetable, text, edits, isReadOnly, changed, label } = props;
  const { t } = useTranslation("param");
  const { rows, kind } = timetable;
  const used = rows
    .flatMap((row, place) => (isShown(row) ? [{ row, place }] : []))
    .sort((one, other) => one.row.start - other.row.start || one.place - other.place);
  const prices = used.map(({ row }) => row.price);
  return (
    <List aria-label={label}>
      {used.map(({ row, place }) => {
        const name = text.nameOf(place);
        const [other] = conflictsOf(rows, place);
        return (
          <li key={place} data-row={place}>
            <i
              aria-hidden
              data-level={kind === "time of use" ? priceLevel(row.price, prices) : undefined}
              data-charge={kind === "time control" && row.acCharge ? true : undefined}
            />
            <p>
              <b>{text.timesText(row)}</b>
              <span>{name}</span>
              {kind === "time control" && <span>{text.daysText(row)}</span>}
              {text.contentOf(place, row).map((one) => (
                <span key={one}>{one}</span>
              ))}
              {changed.has(place) && <em>{t("timetable.changed")}</em>}
              {other !== undefined && (
                <em data-fault>{t("timetable.overlap", { name, other: text.nameOf(other) })}</em>
              )}
            </p>
            {!isReadOnly && (
              <div>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={t("timetable.edit", { name })}
                  onClick={() => edits.edit(place)}
                >
                  {t("timetable.editShort")}
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  colorPalette="gray"
                  aria-label={t("timetable.remove", { name })}
                  onClick={() => edits.remove(place)}
                >
                  {t("timetable.removeShort")}
                </Button>
              </div>
            )}
          </li>
        );
      })}
    </List>
  );
}

const List = chakra("ol", {
  base: {
    listStyleType: "none",
    textStyle: "sm",
    "& > li": {
      display: "flex",
      flexWrap: { base: "wrap", md: "nowrap" },
      alignItems: "center",
      columnGap: "3",
      py: "1",
      minW: "0",
    },
    "& > li + li": { borderTopWidth: "1px", borderTopColor: "border.muted" },
    "& > li > i": {
      flexShrink: "0",
      w: "3",
      h: "3",
      borderWidth: "1px",
      borderColor: "battery",
      borderRadius: "sm",
      bg: "battery.wash",
      "&[data-charge]": { bg: "grid.wash", borderColor: "grid" },
      "&[data-level]": { borderColor: "grid" },
      ...LEVEL_STYLES,
    },
    "& p": {
      flex: "1 1 12rem",
      display: "flex",
      flexWrap: "wrap",
      columnGap: "3",
      rowGap: "0.5",
      minW: "0",
      color: "fg.muted",
      fontVariantNumeric: "tabular-nums",
    },
    "& p b": { fontWeight: "semibold", color: "fg" },
    "& p em": { fontStyle: "normal", textStyle: "xs", color: "brand.fg", alignSelf: "center" },
    "& p em[data-fault]": { color: "fault", fontWeight: "medium" },
    "& > li > div": { display: "flex", gap: "1", ms: "auto" },
  },
});
