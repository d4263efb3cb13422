import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { formatCount } from "#domain/units/count.ts";
import type { Fleet } from "./fleet.ts";
import { Card } from "./styles.ts";

/** Radius and circumference of the ring in the units of its picture. */
const RADIUS = 15.9155;
const CIRCUMFERENCE = 100;
/** Gap between two arcs, % of the circumference. */
const GAP = 1;

/** The sites by status as a ring, with the list of each status. */
export function StatusRing({ states, sites }: { states: Fleet["states"]; sites: number }) {
  const { t, i18n } = useTranslation(["dashboard", "common"]);
  const shown = states.filter((state) => state.sites > 0);
  let begin = 0;
  const arcs = shown.map((state) => {
    const share = (state.sites / sites) * CIRCUMFERENCE;
    const arc = { ...state, begin, length: Math.max(0.5, share - (shown.length > 1 ? GAP : 0)) };
    begin += share;
    return arc;
  });
  return (
    <Card aria-labelledby="dashboard-states" data-place="states">
      <h2 id="dashboard-states">{t("states.title")}</h2>
      <Ring>
        <svg viewBox="0 0 40 40" aria-hidden="true">
          <g transform="rotate(-90 20 20)">
            {arcs.map((arc) => (
              <circle
                key={arc.status}
                data-status={arc.status}
                cx="20"
                cy="20"
                r={RADIUS}
                fill="none"
                strokeWidth="5"
                strokeDasharray={`${arc.length} ${CIRCUMFERENCE - arc.length}`}
                strokeDashoffset={-arc.begin}
              />
            ))}
          </g>
          <text x="20" y="20" textAnchor="middle" dominantBaseline="central">
            {formatCount(sites, i18n.language)}
          </text>
        </svg>
        <ul>
          {shown.map(({ status, sites: count }) => (
            <li key={status} data-status={status}>
              <Link to={`/sitelist?status=${status}`}>
                <span>{t(`common:siteStatus.${status}`)}</span>
                <b>{formatCount(count, i18n.language)}</b>
              </Link>
            </li>
          ))}
        </ul>
      </Ring>
    </Card>
  );
}

const Ring = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "4",
  "& svg": { w: "28", h: "28", flexShrink: "0" },
  "& text": { fontSize: "7px", fontWeight: "semibold", fill: "currentColor" },
  "& circle": { stroke: "var(--status)" },
  "& ul": { listStyleType: "none", flex: "1 1 8rem", minW: "0" },
  "& a": {
    display: "flex",
    alignItems: "center",
    gap: "2",
    minH: "7",
    textStyle: "sm",
    borderRadius: "sm",
    focusVisibleRing: "outside",
    _hover: { textDecoration: "underline" },
    "@media (pointer: coarse)": { minH: "11" },
  },
  "& a > span": { flex: "1", minW: "0" },
  "& a > span::before": {
    content: '""',
    display: "inline-block",
    w: "2.5",
    h: "2.5",
    me: "2",
    borderRadius: "full",
    bg: "var(--status)",
  },
  "& b": { fontWeight: "semibold", fontVariantNumeric: "tabular-nums" },
  "& [data-status=normal]": { "--status": "colors.good.fill" },
  "& [data-status=warning]": { "--status": "colors.warning.fill" },
  "& [data-status=fault]": { "--status": "colors.fault.fill" },
  "& [data-status=standby]": { "--status": "colors.info.fill" },
  "& [data-status=offline]": { "--status": "colors.fg.subtle" },
  "& [data-status=off]": { "--status": "colors.border.emphasized" },
});
