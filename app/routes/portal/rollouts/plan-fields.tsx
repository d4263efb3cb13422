import { SelectField, TextField } from "#app/forms/fields.tsx";
import { Pair, Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import {
  MAX_CANARY,
  MAX_FAILED_PERCENT,
  MAX_IN_PROGRESS,
  MAX_MIN_ENDED,
} from "#domain/rollouts/limits.ts";
import { sizesOfWaves } from "#domain/rollouts/waves.ts";
import { formatCount } from "#domain/units/count.ts";
import {
  HEALTH_CHOICES,
  NOT_ABOVE_ZERO,
  type PlanField,
  type PlanInput,
  readPlan,
  WAVE_CHOICES,
  type WaveChoice,
} from "./plan-input.ts";
import { usePlanText } from "./use-plan-text.ts";

type PlanFieldsProps = {
  input: PlanInput;
  /** Number of ticked sites. */
  sites: number;
  onChange: (input: PlanInput) => void;
};

const LIMITS: Readonly<Record<PlanField, number>> = {
  maxInProgress: MAX_IN_PROGRESS,
  maxFailedPercent: MAX_FAILED_PERCENT,
  minEnded: MAX_MIN_ENDED,
};
const FIELDS = ["maxInProgress", "maxFailedPercent", "minEnded"] as const;
const CHOICES = Object.keys(WAVE_CHOICES) as WaveChoice[];

/** The thresholds of a rollout, which may be stricter than the usual ones. */
export function PlanFields({ input, sites, onChange }: PlanFieldsProps) {
  const { t, i18n } = useTranslation("rollouts");
  const { percent, shares, duration } = usePlanText();
  const { plan, faults } = readPlan(input);
  const result = { problem: { message: "invalid", fields: faults, retryAfter: null } };
  const count = (number: number) => formatCount(number, i18n.language);
  const limitText = (field: PlanField) =>
    field === "maxFailedPercent" ? percent(LIMITS[field]) : count(LIMITS[field]);
  return (
    <Section stacked title={t("plan.title")}>
      <Pair>
        <SelectField
          name="canary"
          label={t("plan.canary")}
          value={String(input.canary)}
          onChange={(canary) => onChange({ ...input, canary: Number(canary) })}
          result={null}
        >
          {Array.from({ length: MAX_CANARY }, (_, place) => place + 1).map((number) => (
            <option key={number} value={number}>
              {count(number)}
            </option>
          ))}
        </SelectField>
        <SelectField
          name="waves"
          label={t("plan.waves")}
          value={input.waves}
          onChange={(waves) => onChange({ ...input, waves: waves as WaveChoice })}
          result={null}
        >
          {CHOICES.map((choice) => (
            <option key={choice} value={choice}>
              {t(`plan.${choice}`, { shares: shares([...WAVE_CHOICES[choice]]) })}
            </option>
          ))}
        </SelectField>
        <SelectField
          name="healthMs"
          label={t("plan.health")}
          value={String(input.healthMs)}
          onChange={(healthMs) => onChange({ ...input, healthMs: Number(healthMs) })}
          result={null}
        >
          {HEALTH_CHOICES.map((ms) => (
            <option key={ms} value={ms}>
              {duration(ms)}
            </option>
          ))}
        </SelectField>
        {FIELDS.map((field) => (
          <TextField
            key={field}
            name={field}
            label={t(`plan.${field}`)}
            hint={t(`plan.${field}Hint`, { limit: limitText(field) })}
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            value={input[field]}
            result={result}
            errorText={faults[field] === NOT_ABOVE_ZERO ? t("plan.aboveZero") : undefined}
            onChange={({ currentTarget }) => onChange({ ...input, [field]: currentTarget.value })}
          />
        ))}
      </Pair>
      <p>{t("plan.canaryHint")}</p>
      <p>{t("plan.healthHint")}</p>
      {plan !== null && sites > 0 && (
        <p aria-live="polite">
          {t("plan.preview", {
            parts: sizesOfWaves(plan, sites).filter(Boolean).map(count).join(" + "),
          })}
        </p>
      )}
    </Section>
  );
}
