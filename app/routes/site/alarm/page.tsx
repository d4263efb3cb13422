import { Suspense } from "react";
import { redirect } from "react-router";
import { backend } from "#app/backend.server.ts";
import { UnsavedGuard } from "#app/forms/unsaved-guard.tsx";
import { callForPage, openSite, requireUser } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { siteSearch } from "#app/site-search.ts";
import { styled } from "#app/theme/styled.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { can } from "#domain/access/can.ts";
import { registerAddress } from "#domain/registers/address.ts";
import type { Route } from "./+types/page";
import { perform } from "./actions.server.ts";
import { rulesAddress } from "./alarm-data.ts";
import { GeneralSection } from "./general-section.tsx";
import { NewRule } from "./new-rule.tsx";
import { OperatorRules } from "./operator-rules.tsx";
import { RuleEditor } from "./rule-editor.tsx";
import { RulesSections } from "./rules-sections.tsx";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.alarmSettings" }] };

export async function loader(args: Route.LoaderArgs) {
  const { demo } = requireUser(args);
  const opened = await openSite(args);
  const { role, owner, key: siteKey } = opened;
  const rules = await callForPage(args, "POST /site/v2/alarm/rule/list", { siteKey });
  const site = {
    key: siteKey,
    search: siteSearch(opened),
    name: opened.name,
    timeZone: opened.timeZone.timeZoneId,
    now: args.context.get(backend).context.now(),
    mayEdit: can({ role, owner, demo, share: false }, "editAlarmRules"),
  };
  const { searchParams } = args.url;
  const wanted = searchParams.get("rule");
  const rule = rules.limits.find(({ ruleId }) => String(ruleId) === wanted) ?? null;
  const isNew = wanted === "new";
  // A deleted rule, or one that the user may only see.
  if (wanted !== null && !((rule !== null || isNew) && site.mayEdit))
    throw redirect(rulesAddress(site));
  const register = registerAddress.safeParse(searchParams.get("register")?.toUpperCase());
  return { rules, site, rule, isNew, register: register.data ?? null };
}

export async function action(args: Route.ActionArgs) {
  return perform(args);
}

export default function AlarmRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <AlarmPage {...loaderData} />
    </Suspense>
  );
}

function AlarmPage({ rules, site, rule, isNew, register }: Route.ComponentProps["loaderData"]) {
  usePageTexts("alarms", "charts", "registers");
  const { t } = useTranslation("alarms");
  return (
    <Page>
      <PageTitle page={`${t("title")} · ${site.name}`} />
      <UnsavedGuard />
      {rule !== null || register !== null ? (
        <RuleEditor
          key={rule?.ruleId ?? register}
          site={site}
          version={rules.version}
          rule={rule}
          register={rule?.address ?? register}
        />
      ) : isNew ? (
        <NewRule site={site} />
      ) : (
        <>
          <GeneralSection rules={rules} site={site} />
          <RulesSections rules={rules} site={site} />
          <OperatorRules rules={rules.incomplete} />
        </>
      )}
    </Page>
  );
}

const Page = styled("div", { display: "flex", flexDirection: "column", gap: "4", minW: "0" });
