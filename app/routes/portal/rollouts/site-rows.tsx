import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useReasonText } from "#app/routes/site/use-reason-text.ts";
import { siteSearch } from "#app/site-search.ts";
import { styled } from "#app/theme/styled.tsx";
import { useMoment } from "../user/use-moment.ts";
import { CELL_STYLES } from "./cell-styles.ts";
import { LOOKS, lookOf, type RolloutSite } from "./rollouts-data.ts";

type SiteRowsProps = { sites: readonly RolloutSite[]; label: string };

/** Sites of a rollout with their state, and the reason in words. */
export function SiteRows({ sites, label }: SiteRowsProps) {
  return (
    <Rows aria-label={label}>
      {sites.map((site) => (
        <li key={site.siteId}>
          <SiteRow site={site} />
        </li>
      ))}
    </Rows>
  );
}

function SiteRow({ site }: { site: RolloutSite }) {
  const { t } = useTranslation("rollouts");
  const reasonText = useReasonText();
  const { name, key, roleKey, state, reason } = site;
  const look = lookOf(state);
  return (
    <>
      <i data-look={LOOKS.indexOf(look)} aria-hidden />
      <span data-name>
        {key === null || roleKey === null ? (
          <bdi>{name === "" ? t("sites.hidden") : name}</bdi>
        ) : (
          <Link to={`/realtime${siteSearch({ key, roleKey })}`}>
            <bdi>{name}</bdi>
          </Link>
        )}
        {reason !== null && <small data-reason={look}>{reasonText(reason)}</small>}
      </span>
      <span data-state>
        {t(`look.${look}`)}
        <small>
          <Times site={site} />
        </small>
      </span>
    </>
  );
}

/** The instant that matters in the present state of a site. */
function Times({ site }: { site: RolloutSite }) {
  const { t } = useTranslation("rollouts");
  const moment = useMoment();
  const { state, dueTime, startTime, endTime } = site;
  if (state === "watching" && dueTime !== null)
    return t("sites.healthyUntil", { time: moment(dueTime) });
  if (endTime !== null) return moment(endTime);
  return startTime === null ? null : moment(startTime);
}

const Rows = styled("ul", {
  listStyleType: "none",
  borderWidth: "1px",
  borderRadius: "lg",
  minW: "0",
  "& > li": {
    display: "grid",
    gridTemplateColumns: { base: "auto minmax(0, 1fr)", md: "auto minmax(0, 3fr) minmax(0, 2fr)" },
    alignItems: "start",
    columnGap: "3",
    rowGap: "0.5",
    px: "3",
    py: "2.5",
  },
  "& > li + li": { borderTopWidth: "1px", borderTopColor: "border.muted" },
  "& i": { ...CELL_STYLES, mt: "1" },
  "& [data-name]": { fontWeight: "medium", overflowWrap: "anywhere" },
  "& [data-state]": {
    gridColumn: { base: "2", md: "auto" },
    color: "fg.muted",
    textAlign: { md: "end" },
  },
  "& small": { display: "block", textStyle: "xs", fontWeight: "normal", color: "fg.muted" },
  "& [data-reason=failed]": { color: "fault" },
  "& a": {
    borderRadius: "sm",
    focusVisibleRing: "outside",
    _hover: { textDecoration: "underline" },
    "@media (pointer: coarse)": { display: "inline-block", py: "3", my: "-3" },
  },
});
