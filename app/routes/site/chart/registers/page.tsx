import { useState } from "react";
import { useLocation } from "react-router";
import { requireUser } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { can } from "#domain/access/can.ts";
import { openChartTab } from "../open-chart.server.ts";
import type { Route } from "./+types/page";
import { CurveView } from "./curve-view.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { demo } = requireUser(args);
  const site = await openChartTab(args, "advancedcurve");
  const { role, owner } = site;
  return { site, maySave: can({ role, owner, demo, share: false }, "saveSelections") };
}

export default function RegistersPage({ loaderData: { site, maySave } }: Route.ComponentProps) {
  usePageTexts("charts", "registers");
  const { t } = useTranslation("charts");
  const { search } = useLocation();
  // Changes that the page writes into its own address do not load another page.
  const [query] = useState(() => new URLSearchParams(search));
  return (
    <>
      <PageTitle page={`${t("tabs.advancedcurve")} · ${site.name}`} />
      <CurveView key={site.siteKey} site={site} maySave={maySave} query={query} />
    </>
  );
}
