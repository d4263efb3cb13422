import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { pillStyles } from "#app/ui/pill-styles.ts";
import { FEEDBACK_STATES } from "#domain/feedback/states.ts";
import { formatNumber } from "#domain/units/format-number.ts";
import { CardList } from "../card-list.tsx";
import { OwnMoment } from "../own-moment.tsx";
import type { Route } from "./+types/page";
import { feedbackAddress } from "./feedback-query.ts";

/** Messages of users in one state, newest first. */
export function FeedbackList(props: Route.ComponentProps["loaderData"]) {
  const { query, messages, counts, pages } = props;
  const { t, i18n } = useTranslation("platform");
  const { state, page } = query;
  return (
    <ListPage title={t("feedback.title")} text={t("feedback.lead")} level={1}>
      <States aria-label={t("feedback.states")}>
        {FEEDBACK_STATES.map((one) => (
          <Link
            key={one}
            to={feedbackAddress({ state: one, page: 1 })}
            aria-current={one === state ? "true" : undefined}
            preventScrollReset
          >
            {t(`feedback.state.${one}`)}
            <b>{formatNumber(counts[one], i18n.language, {})}</b>
          </Link>
        ))}
      </States>
      {messages.length === 0 ? (
        <EmptyList>{t(`feedback.empty.${state}`)}</EmptyList>
      ) : (
        <CardList aria-label={t("feedback.list")}>
          {messages.map(({ id, name, begin, photos, language, submitTime }) => (
            <li key={id}>
              <h2>
                <Link to={`/platform/feedback/${id}`}>
                  <bdi>{name}</bdi>
                </Link>
              </h2>
              <p>
                <bdi lang={language}>{begin}</bdi>
              </p>
              <small>
                <OwnMoment at={submitTime} />
                {photos > 0 && <span>{t("feedback.photos", { count: photos })}</span>}
              </small>
            </li>
          ))}
        </CardList>
      )}
      <Pager page={page} pages={pages} addressOf={(to) => feedbackAddress({ state, page: to })} />
    </ListPage>
  );
}

const States = styled("nav", {
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  "& a": { ...pillStyles, gap: "2" },
  "& b": { fontWeight: "semibold", fontVariantNumeric: "tabular-nums" },
});
