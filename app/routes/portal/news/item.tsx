import { Button } from "@chakra-ui/react";
import { Suspense } from "react";
import { data, Link } from "react-router";
import { call } from "#app/backend.server.ts";
import { requireUser } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { PROBLEM_STATUS } from "#domain/problem.ts";
import type { Route } from "./+types/item";
import { NewsDate } from "./news-date.tsx";
import { NewsForm } from "./news-form.tsx";
import { NewsText } from "./news-text.tsx";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.news" }] };

export async function loader(args: Route.LoaderArgs) {
  requireUser(args);
  const { id = "" } = args.params;
  if (!/^[1-9]\d{0,8}$/.test(id)) throw data(null, { status: PROBLEM_STATUS.notFound });
  return call(args.context, "POST /help/v2/news/get", { id: Number(id) });
}

export default function NewsItemRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <NewsItem {...loaderData} />
    </Suspense>
  );
}

function NewsItem(news: Route.ComponentProps["loaderData"]) {
  usePageTexts("news");
  const { t } = useTranslation("news");
  const { id, title, text, language, publishTime, read } = news;
  return (
    <Article>
      <PageTitle page={title} />
      <Link to="/news">
        <Icon name="back" mirrored />
        {t("back")}
      </Link>
      <h1 lang={language} dir="auto">
        {title}
      </h1>
      <small>
        <NewsDate at={publishTime} />
      </small>
      <NewsText text={text} language={language} />
      {!read && (
        // A user who comes from the list has marked it as read there; other links lead here directly.
        <NewsForm id={id}>
          <Button type="submit" variant="outline" size="sm">
            {t("read")}
          </Button>
        </NewsForm>
      )}
    </Article>
  );
}

const Article = styled("article", {
  layerStyle: "card",
  maxW: "780px",
  px: { base: "4", md: "8" },
  py: { base: "4", md: "6" },
  "& > a": {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    textStyle: "sm",
    color: "brand.fg",
    borderRadius: "xs",
    _hover: { textDecoration: "underline" },
  },
  "& h1": {
    mt: "4",
    textStyle: { base: "xl", md: "2xl" },
    fontWeight: "semibold",
    overflowWrap: "anywhere",
    textAlign: "start",
  },
  "& > small": { textStyle: "sm", color: "fg.subtle" },
  "& form": { mt: "6" },
});
