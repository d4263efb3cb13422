import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { siteSearch } from "#app/site-search.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { formatRelativeTime } from "#domain/units/relative-time.ts";
import type { AttentionSite, Fleet } from "./fleet.ts";
import { Card } from "./styles.ts";

type AttentionListProps = { attention: Fleet["attention"]; now: number };

/** The sites that need attention, the most urgent first. */
export function AttentionList({ attention: { total, list }, now }: AttentionListProps) {
  const { t } = useTranslation("dashboard");
  return (
    <Card aria-labelledby="dashboard-attention" data-place="attention">
      <header>
        <h2 id="dashboard-attention">{t("attention.title")}</h2>
        {total > list.length && (
          <Link to="/sitelist?show=attention">{t("attention.all", { count: total })}</Link>
        )}
      </header>
      {list.length === 0 ? (
        <p role="status" data-good>
          <Icon name="check" /> {t("attention.none")}
        </p>
      ) : (
        <Rows>
          {list.map((site) => (
            <li key={site.key}>
              <Row site={site} now={now} />
            </li>
          ))}
        </Rows>
      )}
    </Card>
  );
}

function Row({ site, now }: { site: AttentionSite; now: number }) {
  const { t } = useTranslation(["dashboard", "sitelist"]);
  const { since, timeZoneId, hasLog, alarmStatus } = site;
  const search = siteSearch(site);
  const age = (at: number) =>
    formatRelativeTime(at, now, timeZoneId, (unit, count) =>
      count === 0 ? t("sitelist:age.now") : t(`sitelist:age.${unit}`, { count }),
    );
  return (
    <>
      <Link to={`/realtime${search}`} data-name>
        <bdi>{site.name}</bdi>
      </Link>
      <StatusBadge status={site.status} />
      <small>{since === null ? t("sitelist:neverConnected") : age(since)}</small>
      {hasLog && alarmStatus !== "none" && (
        <Link to={`/log${search}`} data-log>
          {t("attention.log")}
        </Link>
      )}
    </>
  );
}

const Rows = styled("ul", {
  listStyleType: "none",
  mx: { base: "-4", md: "-5" },
  mb: "-4",
  "& li": {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    alignItems: "center",
    columnGap: "3",
    rowGap: "0.5",
    px: { base: "4", md: "5" },
    py: "2",
    borderTopWidth: "1px",
    borderTopColor: "border.muted",
    textStyle: "sm",
  },
  "& small": { color: "fg.muted", textStyle: "xs" },
  "& [data-name]": {
    fontWeight: "medium",
    overflowWrap: "anywhere",
    borderRadius: "sm",
    focusVisibleRing: "outside",
    _hover: { textDecoration: "underline" },
    "@media (pointer: coarse)": { display: "flex", alignItems: "center", minH: "11" },
  },
  "& [data-log]": {
    justifySelf: "end",
    textStyle: "xs",
    color: "brand.fg",
    textDecoration: "underline",
    borderRadius: "sm",
    focusVisibleRing: "outside",
    "@media (pointer: coarse)": { py: "3.5", my: "-2" },
  },
});
