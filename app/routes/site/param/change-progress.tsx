import { Button } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import type { ChangeRecord } from "#domain/settings/change.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { StepMark } from "../realtime/control/step-mark.tsx";
import { ChangeItems } from "./change-items.tsx";
import { CHANGE_STEPS, isOpen, stepsOfChange, undoItems } from "./change-outcome.ts";
import { ChangeResult } from "./change-result.tsx";
import type { Setting } from "./setting.ts";
import type { RequestItem } from "./setting-draft.ts";

const POLL_MS = SECOND_MS;
/** After the read-back only the second read is awaited, which follows after 90 s. */
const SETTLING_POLL_MS = 5 * SECOND_MS;

type ChangeProgressProps = {
  siteKey: string;
  /** The record as it was last known. */
  change: ChangeRecord;
  settings: readonly Setting[];
  mayChange: boolean;
  onUndo: (items: readonly RequestItem[]) => void;
  onDismiss: () => void;
};

/** Follows a change on its way to the device until the second read. */
export function ChangeProgress(props: ChangeProgressProps) {
  const { siteKey, change: known, settings, mayChange, onUndo, onDismiss } = props;
  const { t } = useTranslation("param");
  const { revalidate } = useRevalidator();
  const { changeId } = known;
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef(known);
  const pollMs = !isOpen(latest.current)
    ? null
    : latest.current.state === "read back"
      ? SETTLING_POLL_MS
      : POLL_MS;
  const { data } = useApiQuery(
    "POST /site/v2/setting/changes",
    { siteKey, page: 1, size: 1, changeId },
    { pollMs, keepPrevious: true },
  );
  const change = data?.list.find((one) => one.changeId === changeId) ?? known;
  latest.current = change;
  const { result, state } = change;
  // The values and the list change with the result and with the second read.
  const step = `${result ?? ""} ${isOpen(change)}`;
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    void revalidate();
  }, [step, revalidate]);
  useEffect(() => {
    frame.current?.querySelector("h2")?.focus({ preventScroll: true });
    frame.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const undo = undoItems(change, settings);
  return (
    <div ref={frame} data-change={state} data-result={result}>
      <Section
        stacked
        title={t("progress.title", { count: change.items.length })}
        {...(state === "read back" && { text: t("progress.settling") })}
        aside={
          <Button size="sm" variant="outline" colorPalette="gray" onClick={onDismiss}>
            {t("progress.dismiss")}
          </Button>
        }
      >
        <Columns aria-live="polite">
          <ol aria-label={t("progress.steps")}>
            {stepsOfChange(change).map((one, index) => (
              <StepMark
                key={CHANGE_STEPS[index]}
                state={one}
                last={index === CHANGE_STEPS.length - 1}
              >
                {t(`step.${CHANGE_STEPS[index] ?? "held"}`)}
              </StepMark>
            ))}
          </ol>
          <div>
            <ChangeResult change={change} />
            <ChangeItems items={change.items} settings={settings} />
            {mayChange && undo.length > 0 && result !== undefined && (
              <Button size="sm" variant="outline" onClick={() => onUndo(undo)}>
                {t("undo.action")}
              </Button>
            )}
          </div>
        </Columns>
      </Section>
    </div>
  );
}

const Columns = styled("div", {
  display: "grid",
  gap: "5",
  gridTemplateColumns: { base: "minmax(0, 1fr)", md: "minmax(0, 14rem) minmax(0, 1fr)" },
  "& > ol": { listStyleType: "none" },
  "& > div": {
    display: "flex",
    flexDirection: "column",
    gap: "3",
    minW: "0",
  },
  "& > div > button": { alignSelf: "flex-start" },
});
