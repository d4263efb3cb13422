import { Suspense } from "react";
import { redirect, useRevalidator } from "react-router";
import { callForPage } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { usePolling } from "#app/ui/use-polling.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { requireOperator } from "../require-operator.server.ts";
import type { Route } from "./+types/page";
import { perform } from "./actions.server.ts";
import { PlatformRuleForm } from "./platform-rule-form.tsx";
import { platformRuleAddress } from "./rules-data.ts";
import { RulesList } from "./rules-list.tsx";

/** Interval at which the progress is loaded while sites still get the rules, ms. */
const POLL_MS = 15 * SECOND_MS;

export async function loader(args: Route.LoaderArgs) {
  requireOperator(args);
  const rules = await callForPage(args, "POST /site/v2/alarm/platformRule/list", {});
  const wanted = args.url.searchParams.get("rule");
  const rule = rules.rules.find(({ ruleId }) => String(ruleId) === wanted) ?? null;
  const isNew = wanted === "new";
  // A deleted rule.
  if (wanted !== null && rule === null && !isNew) throw redirect(platformRuleAddress());
  return { rules, rule, isNew };
}

export async function action(args: Route.ActionArgs) {
  return perform(args);
}

export default function PlatformRulesRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <PlatformRulesPage {...loaderData} />
    </Suspense>
  );
}

function PlatformRulesPage({ rules, rule, isNew }: Route.ComponentProps["loaderData"]) {
  usePageTexts("platform", "alarms", "registers");
  const { t } = useTranslation("platform");
  const { revalidate } = useRevalidator();
  const isEditing = rule !== null || isNew;
  usePolling(() => void revalidate(), !isEditing && rules.progress.pending > 0 ? POLL_MS : null);
  return (
    <>
      <PageTitle page={t("rules.title")} />
      {isEditing ? (
        <PlatformRuleForm key={rule?.ruleId ?? "new"} version={rules.version} rule={rule} />
      ) : (
        <RulesList rules={rules} />
      )}
    </>
  );
}
