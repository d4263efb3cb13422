import { LiveRegion } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import type { PlatformChange } from "./rule-input.ts";
import type { PlatformConflict, PlatformResult } from "./rules-data.ts";

type RuleOutcomeProps = { result: PlatformResult | null | undefined };

/** Why a form that changes the rules was refused; a conflict names what another operator changed. */
export function RuleOutcome({ result }: RuleOutcomeProps) {
  const { t } = useTranslation("alarms");
  const problemText = useProblemText();
  const problem = result?.problem;
  const isIncomplete = Object.values(problem?.fields ?? {}).includes("required");
  return (
    <LiveRegion aria-live="polite" data-outcome>
      {result?.conflict ? (
        <ConflictNotice conflict={result.conflict} />
      ) : (
        problem && (
          <Notice tone="fault">
            {isIncomplete
              ? t("editor.allFields")
              : problemText(problem.message, problem.retryAfter)}
          </Notice>
        )
      )}
    </LiveRegion>
  );
}

function ConflictNotice({ conflict: { changes, isDeleted } }: { conflict: PlatformConflict }) {
  const { t } = useTranslation("alarms");
  const show = useChangedValue();
  const nameOf = useFieldName();
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
                  field: nameOf(change.field),
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

function useFieldName(): (field: PlatformChange["field"]) => string {
  const { t } = useTranslation(["alarms", "platform"]);
  const own = {
    registerName: t("platform:editor.register"),
    unit: t("platform:editor.unit"),
    min: t("platform:editor.min"),
    max: t("platform:editor.max"),
  };
  return (field) =>
    field === "registerName" || field === "unit" || field === "min" || field === "max"
      ? own[field]
      : t(`fields.${field}`);
}

/** Formats a value of a rule for a sentence. */
function useChangedValue(): (field: PlatformChange["field"], value: unknown) => string {
  const { t } = useTranslation(["alarms", "common"]);
  return (field, value) => {
    if (value === null || value === "") return t("conflict.none");
    if (typeof value === "boolean") return t(value ? "on" : "off");
    if (Array.isArray(value)) return value.join(", ");
    return field === "level" ? t(`common:alarm.${value as "fault"}`) : String(value);
  };
}

const Explanation = styled("span", {
  display: "flex",
  flexDirection: "column",
  gap: "1",
  "& strong": { fontWeight: "semibold" },
  "& ul": { ps: "4" },
});
