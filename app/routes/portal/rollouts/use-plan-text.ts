import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RolloutPlan } from "#domain/rollouts/rollout-plan.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { formatNumber } from "#domain/units/format-number.ts";
import { percentSpace } from "#domain/units/format-quantity.ts";

/** Texts of the thresholds of a rollout. */
export function usePlanText() {
  const { t, i18n } = useTranslation("rollouts");
  const { language } = i18n;
  const percent = (value: number) =>
    `${formatNumber(value, language, { max: 2 })}${percentSpace(language)}%`;
  const shares = (waves: RolloutPlan["waves"]) =>
    `${waves.map((share) => formatNumber(share, language, { max: 2 })).join(" · ")}${percentSpace(language)}%`;
  const duration = (ms: number) =>
    ms % HOUR_MS === 0
      ? t("plan.hours", { count: ms / HOUR_MS })
      : t("plan.minutes", { count: Math.round(ms / MINUTE_MS) });
  return { percent, shares, duration };
}
