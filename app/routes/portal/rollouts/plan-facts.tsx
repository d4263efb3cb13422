import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { formatCount } from "#domain/units/count.ts";
import { Facts } from "./facts.ts";
import type { Rollout } from "./rollouts-data.ts";
import { usePlanText } from "./use-plan-text.ts";

/** The thresholds of a rollout; nothing if they are not valid, which its state explains. */
export function PlanFacts({ plan }: Pick<Rollout, "plan">) {
  const { t, i18n } = useTranslation("rollouts");
  const { percent, shares, duration } = usePlanText();
  if (plan === null) return null;
  const { canary, waves, healthMs, maxInProgress, maxFailedPercent, minEnded } = plan;
  const facts = [
    [t("plan.canary"), formatCount(canary, i18n.language)],
    [t("plan.waves"), t("plan.wavesValue", { shares: shares(waves) })],
    [t("plan.health"), duration(healthMs)],
    [t("plan.maxInProgress"), formatCount(maxInProgress, i18n.language)],
    [
      t("plan.stops"),
      t("plan.failedValue", { percent: percent(maxFailedPercent), ended: minEnded }),
    ],
  ];
  return (
    <Section stacked title={t("plan.title")}>
      <Facts>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Facts>
    </Section>
  );
}
