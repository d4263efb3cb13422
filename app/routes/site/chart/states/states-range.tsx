import { DayStepper } from "#app/charts/day-stepper.tsx";
import { RangePicker } from "#app/charts/range-picker.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { STATE_CURVE_PRESETS, stepDay } from "#domain/history/date-shortcuts.ts";
import { nameRange, PRESETS, type SelectedRange } from "./selected-range.ts";

type StatesRangeProps = {
  timeZone: string;
  now: number;
  range: SelectedRange;
  onPick: (range: SelectedRange) => void;
};

/** The range of all charts, its presets, and buttons for the day before and after. */
export function StatesRange({ timeZone, now, range, onPick }: StatesRangeProps) {
  const { t } = useTranslation("charts");
  const stepTo = (by: -1 | 1) => {
    const span = stepDay(timeZone, range.span, by, now);
    return span && (() => onPick(nameRange(span, timeZone, now)));
  };
  return (
    <DayStepper
      onPrevious={stepTo(-1)}
      onNext={stepTo(1)}
      previousLabel={t("states.dayBefore")}
      nextLabel={t("states.dayAfter")}
    >
      <RangePicker
        timeZone={timeZone}
        now={now}
        span={range.span}
        shortcut={range.shortcut}
        shortcuts={PRESETS.map((preset) => ({
          name: STATE_CURVE_PRESETS[preset],
          label: t(`range.presets.${preset}`),
        }))}
        onPick={(span, shortcut) => onPick({ span, shortcut })}
      />
    </DayStepper>
  );
}
