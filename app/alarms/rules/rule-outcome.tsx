import { LiveRegion } from "#app/forms/section.tsx";
import type { FormResult } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import type { RuleConflict, RuleField } from "./rule-conflict.ts";

type RuleOutcomeProps = {
  result: FormResult<{ conflict: RuleConflict }> | null | undefined;
  /** Message that is shown on success; empty if the page shows the effect. */
  done?: string;
  unit?: string | undefined;
};

/** Outcome of a form that changes rules; a conflict names what another user changed. */
export function RuleOutcome({ result, done = "", unit = "" }: RuleOutcomeProps) {
  const { t } = useTranslation("alarms");
  const problemText = useProblemText();
  const problem = result?.problem;
  const isIncomplete = Object.values(problem?.fields ?? {}).includes("required");
  return (
    <LiveRegion aria-live="polite" data-outcome>
      {result?.conflict ? (
        <ConflictNotice conflict={result.conflict} unit={unit} />
      ) : (
        problem && (
          <Notice tone="fault">
            {isIncomplete
              ? t("editor.allFields")
              : problemText(problem.message, problem.retryAfter)}
          </Notice>
        )
      )}
      {problem === null && done !== "" && <Notice tone="good">{done}</Notice>}
    </LiveRegion>
  );
}

function ConflictNotice({ conflict, unit }: { conflict: RuleConflict; unit: string }) {
  const { t } = useTranslation("alarms");
  const { changes, isDeleted } = conflict;
  const show = useChangedValue(unit);
  return (
    <Notice tone="warning">
      <Explanation>
        <strong>{t("conflict.title")}</strong>
        <span>{t(isDeleted ? "conflict.deleted" : "conflict.text")}</span>
        {changes.length > 0 && (
          <ul>
            {changes.map((change) => (
              <li key={change.field}>
                {t("conflict.change", {
                  field: t(`fields.${change.field}`),
                  from: show(change.field, change.from),
                  to: show(change.field, change.to),
                })}
              </li>
            ))}
          </ul>
        )}
      </Explanation>
    </Notice>
  );
}

/** Formats a value of a rule for a sentence. */
function useChangedValue(unit: string): (field: RuleField, value: unknown) => string {
  const { t } = useTranslation(["alarms", "common"]);
  return (field, value) => {
    if (value === null || value === "") return t("conflict.none");
    if (typeof value === "boolean") return t(value ? "on" : "off");
    if (Array.isArray(value)) return value.join(", ");
    if (field === "level") return t(`common:alarm.${value as "fault"}`);
    if (field === "monitor") return t(`editor.monitors.${value as "all"}`);
    const isLimit = typeof value === "number" && /Alarm$|Clear$/.test(field);
    return isLimit && unit !== "" ? `${value} ${unit}` : String(value);
  };
}

const Explanation = styled("span", {
  display: "flex",
  flexDirection: "column",
  gap: "1",
  "& strong": { fontWeight: "semibold" },
  "& ul": { ps: "4" },
});
