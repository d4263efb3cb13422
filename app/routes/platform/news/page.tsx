import { Suspense } from "react";
import { redirect } from "react-router";
import { callForPage } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { LANGUAGES } from "#domain/languages.ts";
import { requireOperator } from "../require-operator.server.ts";
import type { Route } from "./+types/page";
import { AllNewsList } from "./all-news-list.tsx";
import { NEWS_PAGE, newsPageAddress } from "./news-data.ts";

const WHOLE = /^[1-9]\d{0,5}$/;

export async function loader(args: Route.LoaderArgs) {
  requireOperator(args);
  const asked = args.url.searchParams.get("page") ?? "";
  const page = WHOLE.test(asked) ? Number(asked) : 1;
  const input = { page, size: NEWS_PAGE };
  const { list, total } = await callForPage(args, "POST /platform/v2/news/page", input);
  const pages = Math.max(1, Math.ceil(total / NEWS_PAGE));
  if (page > pages) throw redirect(newsPageAddress(pages));
  // Sends only the content of the list.
  const news = list.map(({ texts, version, ...rest }) => ({
    ...rest,
    title: texts.en?.title ?? "",
    missing: LANGUAGES.filter((language) => texts[language] === undefined),
  }));
  return { page, pages, news };
}

export default function AllNewsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <AllNewsPage {...loaderData} />
    </Suspense>
  );
}

function AllNewsPage(data: Route.ComponentProps["loaderData"]) {
  usePageTexts("platform");
  const { t } = useTranslation("platform");
  return (
    <>
      <PageTitle page={t("news.title")} />
      <AllNewsList {...data} />
    </>
  );
}
