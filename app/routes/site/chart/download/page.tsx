import { Suspense } from "react";
import { redirect, redirectDocument } from "react-router";
import { call } from "#app/backend.server.ts";
import { type FormAction, performForm } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { callForPage } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { siteSearch } from "#app/site-search.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { openChart, openChartTab } from "../open-chart.server.ts";
import type { Route } from "./+types/page";
import { DownloadView } from "./download-view.tsx";
import { readOrder } from "./order.server.ts";

export async function loader(args: Route.LoaderArgs) {
  const { siteKey, name, timeZone, now } = await openChartTab(args, "download");
  const page = readPage(args.url.searchParams.get("page"));
  const path = "POST /site/v1/chart/overallStats/exportTask/list";
  const { total, rows } = await callForPage(args, path, { siteKey, page, size: EXPORT_PAGE });
  const pages = Math.max(1, Math.ceil(total / EXPORT_PAGE));
  const search = siteSearch((await openChart(args)).site);
  if (page > pages) throw redirect(`/chart/download${search}&page=${pages}`);
  return { name, timeZone, now, rows, page, pages, search };
}

function readPage(typed: string | null): number {
  const page = Number(typed);
  return Number.isInteger(page) && page > 0 && page <= 1_000 ? page : 1;
}

/** Downloads on a page of the list. */
const EXPORT_PAGE = 20;

type Action = FormAction<object, Route.ActionArgs>;
const TASK = "POST /site/v1/chart/overallStats/exportTask";
const keyOf = ({ url }: Route.ActionArgs) => url.searchParams.get("key") ?? "";

const add: Action = async (form, args) => {
  await call(args.context, `${TASK}/add`, { siteKey: keyOf(args), ...readOrder(form) });
  return {};
};

const download: Action = async (form, args) => {
  const input = { siteKey: keyOf(args), taskId: Number(textOf(form, "taskId")) };
  const { file } = await call(args.context, `${TASK}/download`, input);
  // The browser stays on the page, because the answer is an attachment.
  throw redirectDocument(file);
};

const remove: Action = async (form, args) => {
  const input = { siteKey: keyOf(args), taskId: Number(textOf(form, "taskId")) };
  await call(args.context, `${TASK}/delete`, input);
  return {};
};

const ACTIONS: Readonly<Record<string, Action>> = { add, download, remove };

export const action = (args: Route.ActionArgs) => performForm(args, ACTIONS);

export default function DownloadRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <DownloadPage {...loaderData} />
    </Suspense>
  );
}

function DownloadPage(data: Route.ComponentProps["loaderData"]) {
  usePageTexts("exports");
  const { t } = useTranslation("exports");
  return (
    <>
      <PageTitle page={`${t("title")} · ${data.name}`} />
      <DownloadView {...data} />
    </>
  );
}
