import { Button, chakra, Flex, Heading, Text } from "@chakra-ui/react";
import { Suspense } from "react";
import { Link } from "react-router";
import { call } from "#app/backend.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { StyledIcon } from "#app/ui/icons/styled-icon.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { formatPercent, formatQuantity } from "#domain/units/format-quantity.ts";
import { PublicFrame } from "../share/public-frame.tsx";
import type { Route } from "./+types/page";

const WHOLE = /^[1-9]\d{0,2}$/;

export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = url.searchParams.get("page") ?? "";
  const page = WHOLE.test(asked) ? Number(asked) : 1;
  return call(context, "POST /site/v2/share/world", { page });
}

export default function WorldRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <WorldPage {...loaderData} />
    </Suspense>
  );
}

type World = Route.ComponentProps["loaderData"];
type OpenSite = World["list"][number];

/** Sites that their owners made public. */
function WorldPage({ list, page, hasMore }: World) {
  usePageTexts("share");
  const { t } = useTranslation("share");
  return (
    <PublicFrame>
      <PageTitle page={t("world.title")} />
      <Heading as="h1" textStyle="3xl" fontWeight="semibold">
        {t("world.title")}
      </Heading>
      <Text color="fg.muted" mt="1" mb="6">
        {t("world.text")}
      </Text>
      {list.length === 0 && (
        <Flex
          layerStyle="card"
          direction="column"
          align="center"
          gap="3"
          px="6"
          py="14"
          textAlign="center"
        >
          <StyledIcon name="site" size="2.5rem" color="fg.subtle" />
          <Text>{t("world.empty")}</Text>
        </Flex>
      )}
      <Cards>
        {list.map((site) => (
          <li key={site.account}>
            <SiteCard site={site} />
          </li>
        ))}
      </Cards>
      {(page > 1 || hasMore) && (
        <Flex as="nav" aria-label={t("world.pages")} gap="3" justify="center" mt="8">
          {page > 1 && <PageLink page={page - 1}>{t("world.earlier")}</PageLink>}
          {hasMore && <PageLink page={page + 1}>{t("world.later")}</PageLink>}
        </Flex>
      )}
    </PublicFrame>
  );
}

function SiteCard({ site }: { site: OpenSite }) {
  const { t } = useTranslation("share");
  const place = site.location || site.country;
  return (
    <Card to={`/share?${new URLSearchParams({ tk: site.account })}`}>
      <span data-picture>
        {site.picture !== null && <img src={site.picture} alt="" loading="lazy" />}
      </span>
      <Flex justify="space-between" align="baseline" gap="3">
        <h2>
          <bdi>{site.name}</bdi>
        </h2>
        <StatusBadge status={site.status} />
      </Flex>
      {place !== "" && (
        <Flex as="p" align="center" gap="1.5">
          <Icon name="site" size="1em" />
          <bdi>{place}</bdi>
        </Flex>
      )}
      {site.online && site.metricsAt !== null ? (
        <Values site={site} />
      ) : (
        <p data-away>{t("world.away")}</p>
      )}
    </Card>
  );
}

function Values({ site }: { site: OpenSite }) {
  const { t, i18n } = useTranslation("share");
  const power = (value: number | null) =>
    formatQuantity(value, "W", { language: i18n.language, decimals: 0 }).text;
  const charge = formatPercent(site.batterySoc, i18n.language);
  return (
    <dl>
      <Value label={t("world.solar")} value={power(site.solar)} />
      <Value label={t("world.load")} value={power(site.load)} />
      <Value label={t("world.battery")} value={charge} />
    </dl>
  );
}

function Value({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <bdi dir="ltr">{value}</bdi>
      </dd>
    </div>
  );
}

function PageLink({ page, children }: { page: number; children: string }) {
  return (
    <Button asChild variant="outline" size="sm">
      <Link to={page > 1 ? `/world?page=${page}` : "/world"}>{children}</Link>
    </Button>
  );
}

const Cards = chakra("ul", {
  base: {
    listStyleType: "none",
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 19rem), 1fr))",
    gap: "4",
  },
});

const Card = chakra(Link, {
  base: {
    layerStyle: "card",
    display: "flex",
    flexDirection: "column",
    gap: "2",
    h: "full",
    px: "5",
    py: "4",
    textStyle: "sm",
    focusVisibleRing: "outside",
    transition: "border-color 0.15s",
    _hover: { borderColor: "brand.focusRing" },
    overflow: "hidden",
    "& [data-picture]": {
      h: "24",
      mx: "-5",
      mt: "-4",
      mb: "1",
      bg: "url(/banner.svg) center / cover",
      _dark: { bg: "url(/banner-dark.svg) center / cover" },
    },
    "& img": { w: "full", h: "full", objectFit: "cover" },
    "& h2": { textStyle: "md", fontWeight: "semibold", overflowWrap: "anywhere", minW: "0" },
    "& p": { color: "fg.muted", overflowWrap: "anywhere" },
    "& dl": {
      display: "grid",
      gridTemplateColumns: "repeat(3, minmax(0, 1fr))",
      gap: "3",
      mt: "auto",
      pt: "2",
    },
    "& [data-away]": { mt: "auto", pt: "2" },
    "& dt": { color: "fg.muted", textStyle: "xs" },
    "& dd": { textStyle: "number", fontWeight: "semibold" },
  },
});
