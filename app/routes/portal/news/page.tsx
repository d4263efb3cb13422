import { Button } from "@chakra-ui/react";
import { Suspense } from "react";
import { redirect, useRouteLoaderData } from "react-router";
import { call, problemOf } from "#app/backend.server.ts";
import { performForm } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { Refusal } from "#app/forms/refusal.tsx";
import type { Refusable } from "#app/forms/use-own-form.ts";
import { callForPage, requireUser } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { Pager } from "#app/ui/pager.tsx";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { beginOf } from "#domain/news/paragraphs.ts";
import type { loader as layout } from "../layout.tsx";
import type { Route } from "./+types/page";
import { NewsForm } from "./news-form.tsx";
import { NewsList } from "./news-list.tsx";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.news" }] };

const PAGE_SIZE = 20;
const WHOLE = /^[1-9]\d{0,5}$/;

export async function loader(args: Route.LoaderArgs) {
  const asked = args.url.searchParams.get("page") ?? "";
  const input = { page: WHOLE.test(asked) ? Number(asked) : 1, size: PAGE_SIZE };
  const { list, page, total } = await callForPage(args, "POST /help/v2/news/page", input);
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (page > pages) throw redirect(addressOf(pages));
  return {
    page,
    pages,
    // Sends only what the list shows.
    news: list.map(({ text, attention, ...news }) => ({
      ...news,
      begin: beginOf(text),
    })),
  };
}

const addressOf = (page: number) => (page > 1 ? `/news?page=${page}` : "/news");

/** Marks news as read, and opens it if it is a single one. */
export async function action(args: Route.ActionArgs) {
  requireUser(args);
  return performForm(args, {
    async read(form) {
      const id = textOf(form, "id");
      const isMarked = WHOLE.test(id) && (await mark(args, { id: Number(id) }));
      throw redirect(isMarked ? `/news/${id}` : "/news");
    },
    async close(form) {
      const id = textOf(form, "id");
      if (WHOLE.test(id)) await mark(args, { id: Number(id) });
      return {};
    },
    async readAll() {
      await mark(args, { all: true });
      throw redirect("/news");
    },
  });
}

/** False if it no longer exists or is not visible to the user. */
async function mark({ context }: Route.ActionArgs, which: { id: number } | { all: true }) {
  try {
    await call(context, "POST /help/v2/news/read", which);
    return true;
  } catch (thrown) {
    if (["notFound", "forbidden"].includes(problemOf(thrown)?.code ?? "")) return false;
    throw thrown;
  }
}

export default function NewsRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Suspense>
      <NewsPage {...loaderData} result={actionData} />
    </Suspense>
  );
}

type NewsPageProps = Route.ComponentProps["loaderData"] & { result: Refusable };

function NewsPage({ news, page, pages, result }: NewsPageProps) {
  usePageTexts("news");
  const { t } = useTranslation("news");
  // The badge counts unread news on all pages.
  const frame = useRouteLoaderData<typeof layout>("routes/portal/layout");
  const isAnyUnread = frame !== undefined && frame.unread > 0;
  return (
    <Column>
      <PageTitle page={t("title")} />
      <header>
        <h1>{t("title")}</h1>
        {isAnyUnread && (
          <NewsForm id="all">
            <Button type="submit" variant="outline" size="sm">
              {t("readAll")}
            </Button>
          </NewsForm>
        )}
      </header>
      <Refusal result={result} />
      {news.length > 0 ? <NewsList news={news} /> : <NoNews />}
      <Pager page={page} pages={pages} addressOf={addressOf} />
    </Column>
  );
}

function NoNews() {
  const { t } = useTranslation("news");
  return (
    <Empty>
      <Icon name="news" size="2.5rem" />
      <h2>{t("empty.title")}</h2>
      <p>{t("empty.text")}</p>
    </Empty>
  );
}

const Column = styled("div", {
  maxW: "780px",
  "& > header": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "3",
    mb: "4",
    minH: "9",
  },
  "& h1": { textStyle: { base: "xl", md: "2xl" }, fontWeight: "semibold" },
});

const Empty = styled("div", {
  layerStyle: "card",
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  textAlign: "center",
  gap: "2",
  px: "6",
  py: "14",
  "& svg": { color: "fg.subtle", mb: "2" },
  "& h2": { textStyle: "lg", fontWeight: "semibold" },
  "& p": { color: "fg.muted", maxW: "md" },
});
