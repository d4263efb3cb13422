import { Suspense } from "react";
import { useRevalidator } from "react-router";
import { callForPage } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { usePolling } from "#app/ui/use-polling.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { requireOperator } from "../require-operator.server.ts";
import type { Route } from "./+types/page";
import { HealthView } from "./health-view.tsx";

export async function loader(args: Route.LoaderArgs) {
  requireOperator(args);
  return callForPage(args, "POST /platform/v2/health/get", {});
}

export default function HealthRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <HealthPage {...loaderData} />
    </Suspense>
  );
}

function HealthPage(health: Route.ComponentProps["loaderData"]) {
  usePageTexts("platform");
  const { t } = useTranslation("platform");
  const { revalidate } = useRevalidator();
  usePolling(() => void revalidate(), MINUTE_MS);
  return (
    <>
      <PageTitle page={t("health.title")} />
      <HealthView health={health} />
    </>
  );
}
