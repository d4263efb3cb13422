import { Button } from "@chakra-ui/react";
import { Suspense } from "react";
import { Link } from "react-router";
import { callForPage } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { AccessList, AccessRow } from "#app/routes/portal/user/access-list.tsx";
import { styled } from "#app/theme/styled.tsx";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { pillStyles } from "#app/ui/pill-styles.ts";
import { formatNumber } from "#domain/units/format-number.ts";
import { CursorPager } from "../cursor-pager.tsx";
import { listAddress, readChoice, readParam } from "../list-address.ts";
import { ListCard } from "../list-card.tsx";
import { OwnMoment } from "../own-moment.tsx";
import { requireOperator } from "../require-operator.server.ts";
import type { Route } from "./+types/page";

const PATH = "/platform/subscribers";
/** Subscribers on one page. */
const SIZE = 50;
const STATES = ["confirmed", "pending"] as const;
/** Counts above it are shown as "10,000+". */
const MAX_COUNTED = 10_000;

export async function loader(args: Route.LoaderArgs) {
  requireOperator(args);
  const { searchParams } = args.url;
  const state = readChoice(searchParams, "state", STATES);
  const after = readParam(searchParams, "after", 255) || null;
  const input = { confirmed: state === "confirmed", after, size: SIZE };
  const page = await callForPage(args, "POST /platform/v2/subscriber/page", input);
  return { state, after, ...page };
}

export default function SubscribersRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <SubscribersPage {...loaderData} />
    </Suspense>
  );
}

function SubscribersPage({ state, after, list, next, counts }: Route.ComponentProps["loaderData"]) {
  usePageTexts("platform");
  const { t, i18n } = useTranslation("platform");
  const addressOf = (more: { after?: string | null }) =>
    listAddress(PATH, { state: state === "confirmed" ? null : state, ...more });
  return (
    <>
      <PageTitle page={t("subscribers.title")} />
      <ListPage
        title={t("subscribers.title")}
        text={t("subscribers.lead")}
        level={1}
        tools={
          counts.confirmed > 0 && (
            <Button asChild size="sm" variant="outline">
              <a href={`${PATH}/download`} download>
                {t("subscribers.download")}
              </a>
            </Button>
          )
        }
      >
        <States aria-label={t("subscribers.states")}>
          {STATES.map((one) => (
            <Link
              key={one}
              to={listAddress(PATH, { state: one === "confirmed" ? null : one })}
              aria-current={one === state ? "true" : undefined}
            >
              {t(`subscribers.state.${one}`)}
              <b>
                {formatNumber(counts[one], i18n.language)}
                {counts[one] >= MAX_COUNTED && "+"}
              </b>
            </Link>
          ))}
        </States>
        {list.length === 0 ? (
          <EmptyList>{t("subscribers.empty")}</EmptyList>
        ) : (
          <ListCard title={t("subscribers.list")}>
            <AccessList>
              {list.map(({ email, name, createTime, confirmTime }) => (
                <AccessRow
                  key={email}
                  title={email}
                  detail={
                    <>
                      <bdi>{name}</bdi>
                      {" · "}
                      <OwnMoment at={confirmTime ?? createTime} />
                    </>
                  }
                />
              ))}
            </AccessList>
          </ListCard>
        )}
        <CursorPager
          first={after === null ? null : addressOf({})}
          next={next === null ? null : addressOf({ after: next })}
        />
      </ListPage>
    </>
  );
}

const States = styled("nav", {
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  "& a": { ...pillStyles, gap: "2" },
  "& b": { fontWeight: "semibold", fontVariantNumeric: "tabular-nums" },
});
