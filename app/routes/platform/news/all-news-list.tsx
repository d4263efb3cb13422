import { Button } from "@chakra-ui/react";
import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { LANGUAGE_NAMES } from "#domain/languages.ts";
import { CardList } from "../card-list.tsx";
import { OwnMoment } from "../own-moment.tsx";
import type { Route } from "./+types/page";
import { newsPageAddress } from "./news-data.ts";

/** All news, drafts first. */
export function AllNewsList({ news, page, pages }: Route.ComponentProps["loaderData"]) {
  const { t } = useTranslation("platform");
  return (
    <ListPage
      title={t("news.title")}
      text={t("news.lead")}
      level={1}
      tools={
        <Button asChild size="sm">
          <Link to="/platform/news/new">{t("news.add")}</Link>
        </Button>
      }
    >
      {news.length === 0 ? (
        <EmptyList>{t("news.empty")}</EmptyList>
      ) : (
        <CardList aria-label={t("news.title")}>
          {news.map(({ id, title, state, publishTime, attention, missing }) => (
            <li key={id}>
              <h2>
                <Link to={`/platform/news/${id}`}>
                  <bdi lang="en">{title}</bdi>
                </Link>
              </h2>
              <small>
                <b>{t(`news.state.${state}`)}</b>
                {attention && <span>{t("news.attention")}</span>}
                {publishTime !== null && <OwnMoment at={publishTime} />}
                {missing.length > 0 && (
                  <span>
                    {t("news.missing", {
                      languages: missing.map((one) => LANGUAGE_NAMES[one]).join(", "),
                    })}
                  </span>
                )}
              </small>
            </li>
          ))}
        </CardList>
      )}
      <Pager page={page} pages={pages} addressOf={newsPageAddress} />
    </ListPage>
  );
}
