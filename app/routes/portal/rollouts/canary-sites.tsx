import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Rollout, RolloutSite } from "./rollouts-data.ts";
import { SiteRows } from "./site-rows.tsx";
import { usePlanText } from "./use-plan-text.ts";

type CanarySitesProps = { sites: readonly RolloutSite[]; plan: Rollout["plan"] };

/** The health of the sites on which all others wait. */
export function CanarySites({ sites, plan }: CanarySitesProps) {
  const { t } = useTranslation("rollouts");
  const { duration } = usePlanText();
  return (
    <Section
      stacked
      title={t("canary.title")}
      text={t("canary.text", { duration: duration(plan?.healthMs ?? 0) })}
    >
      <SiteRows sites={sites} label={t("canary.title")} />
    </Section>
  );
}
