import { DayStepper } from "#app/charts/day-stepper.tsx";
import { RangePicker } from "#app/charts/range-picker.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Segments } from "#app/ui/segments.tsx";
import { DATE_SHORTCUTS } from "#domain/history/date-shortcuts.ts";
import type { Span } from "#domain/history/local-days.ts";
import {
  type HistoryRange,
  PERIOD_UNITS,
  periodOf,
  type ShownRange,
  stepRange,
} from "./history-query.ts";
import { QuickPeriods } from "./quick-periods.tsx";

const VIEWS = [...PERIOD_UNITS, "lifetime"] as const;

type RangeBarProps = {
  shown: ShownRange;
  /** The shown span; that of a lifetime is known once its data is. */
  span: Span;
  timeZone: string;
  now: number;
  /** Latitude of the site, degrees; null if it is unknown. */
  latitude: number | null;
  onRange: (range: HistoryRange) => void;
};

/** Shows the selected time, and buttons for other times. */
export function RangeBar({ shown, span, timeZone, now, latitude, onRange }: RangeBarProps) {
  const { t } = useTranslation("charts");
  const step = (by: -1 | 1) => {
    const next = stepRange(shown, by, timeZone, now);
    return next && (() => onRange(next));
  };
  return (
    <>
      <Bar>
        <Segments
          label={t("history.view.label")}
          options={VIEWS.map((name) => ({ name, text: t(`history.view.${name}`) }))}
          chosen={shown.isLifetime ? "lifetime" : shown.unit}
          onChoose={(view) =>
            onRange(
              view === "lifetime" ? { kind: "lifetime" } : periodOf(view, shown.day, timeZone, now),
            )
          }
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
            span={span}
            shortcut={shown.shortcut}
            shortcuts={DATE_SHORTCUTS.map((name) => ({
              name,
              label: t(`range.shortcuts.${name}`),
            }))}
            onPick={(span, name) =>
              onRange(name === null ? { kind: "span", span } : { kind: "shortcut", name })
            }
          />
        </DayStepper>
      </Bar>
      <QuickPeriods {...{ shown, timeZone, now, latitude, onRange }} />
    </>
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
