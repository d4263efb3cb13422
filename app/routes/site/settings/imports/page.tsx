import { Suspense } from "react";
import { backend, call } from "#app/backend.server.ts";
import { performForm } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { callForPage } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { describeZone } from "#domain/history/zone-offsets.ts";
import { isZoneName, listZones } from "#domain/history/zone-table.ts";
import { openSettingsTab } from "../open-settings.server.ts";
import type { Route } from "./+types/page";
import { ImportList } from "./import-list.tsx";
import { ImportSection } from "./import-section.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { name, key, timeZone } = await openSettingsTab(args, "imports");
  // Browsers know only the zones whose rules the server sends.
  const asked = args.url.searchParams.get("zone") ?? "";
  const fileZone = isZoneName(asked) ? asked : timeZone.timeZoneId;
  return {
    ...(await callForPage(args, "POST /site/v2/import/list", { siteKey: key })),
    name,
    siteKey: key,
    timeZone: timeZone.timeZoneId,
    zones: listZones(),
    fileZone: { name: fileZone, rules: describeZone(fileZone) },
    now: args.context.get(backend).context.now(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { key: siteKey } = await openSettingsTab(args, "imports");
  return performForm(args, {
    async undo(form) {
      const layerId = textOf(form, "layerId");
      await call(args.context, "POST /site/v2/import/undo", { siteKey, layerId });
      return {};
    },
  });
}

export default function ImportsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <ImportsPage {...loaderData} />
    </Suspense>
  );
}

function ImportsPage(data: Route.ComponentProps["loaderData"]) {
  usePageTexts("imports", "charts");
  const { t } = useTranslation("imports");
  const { list, name, timeZone } = data;
  return (
    <>
      <PageTitle page={`${t("title")} · ${name}`} />
      <ImportSection {...data} />
      <ImportList list={list} timeZone={timeZone} />
    </>
  );
}
