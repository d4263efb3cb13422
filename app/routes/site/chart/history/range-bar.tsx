import { DayStepper } from "#app/charts/day-stepper.tsx";
import { RangePicker } from "#app/charts/range-picker.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Segments } from "#app/ui/segments.tsx";
import { DATE_SHORTCUTS } from "#domain/history/date-shortcuts.ts";
import {
  type HistoryRange,
  PERIOD_UNITS,
  periodOf,
  type ShownRange,
  stepRange,
} from "./history-query.ts";

type RangeBarProps = {
  shown: ShownRange;
  timeZone: string;
  now: number;
  onRange: (range: HistoryRange) => void;
};

/** Shows the selected time, and buttons for other times. */
export function RangeBar({ shown, timeZone, now, onRange }: RangeBarProps) {
  const { t } = useTranslation("charts");
  const step = (by: -1 | 1) => {
    const next = stepRange(shown, by, timeZone, now);
    return next && (() => onRange(next));
  };
  return (
    <Bar>
      <Segments
        label={t("history.view.label")}
        options={PERIOD_UNITS.map((name) => ({ name, text: t(`history.view.${name}`) }))}
        chosen={shown.unit}
        onChoose={(unit) => onRange(periodOf(unit, shown.day, timeZone, now))}
      />
      <DayStepper
        onPrevious={step(-1)}
        onNext={step(1)}
        previousLabel={t("history.previous")}
        nextLabel={t("history.next")}
      >
        <RangePicker
          timeZone={timeZone}
          now={now}
          span={shown.span}
          shortcut={shown.shortcut}
          shortcuts={DATE_SHORTCUTS.map((name) => ({ name, label: t(`range.shortcuts.${name}`) }))}
          onPick={(span, name) =>
            onRange(name === null ? { kind: "span", span } : { kind: "shortcut", name })
          }
        />
      </DayStepper>
    </Bar>
  );
}

const Bar = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  columnGap: "4",
  rowGap: "2",
});
