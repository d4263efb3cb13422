import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { EVENT_LEVELS } from "#domain/alarms/event-levels.ts";
import { formatCount } from "#domain/units/count.ts";
import type { OpenAlarms } from "./fleet.ts";
import { Card } from "./styles.ts";

/** The number of open alarms of each level, each with the list of them. */
export function AlarmLevels({ alarms }: { alarms: OpenAlarms }) {
  const { t, i18n } = useTranslation(["dashboard", "common"]);
  return (
    <Card aria-labelledby="dashboard-alarms" data-place="alarms">
      <header>
        <h2 id="dashboard-alarms">{t("alarms.title")}</h2>
        <Link to="/alarms?unacknowledged=yes">
          {t("common:navigation.unacknowledged", { count: alarms.unacknowledged })}
        </Link>
      </header>
      <Levels>
        {EVENT_LEVELS.map((level) => (
          <li key={level}>
            <Link to={`/alarms?level=${level}`} data-level={alarms[level] > 0 ? level : undefined}>
              <b>{formatCount(alarms[level], i18n.language)}</b> {t(`common:alarm.${level}`)}
            </Link>
          </li>
        ))}
      </Levels>
    </Card>
  );
}

const Levels = styled("ul", {
  listStyleType: "none",
  display: "grid",
  gridTemplateColumns: "repeat(3, minmax(0, 1fr))",
  gap: "2",
  "& a": {
    display: "flex",
    // A long word stands below its number in a narrow window.
    flexDirection: { base: "column", sm: "row" },
    alignItems: { base: "start", sm: "baseline" },
    gap: { base: "0", sm: "2" },
    overflowWrap: "anywhere",
    h: "full",
    px: { base: "3", sm: "3.5" },
    py: "2.5",
    minH: "11",
    borderRadius: "lg",
    bg: "bg.sunken",
    color: "fg.muted",
    textStyle: "sm",
    focusVisibleRing: "outside",
    _hover: { bg: "bg.hover" },
  },
  "& b": { textStyle: "xl", fontWeight: "semibold", fontVariantNumeric: "tabular-nums" },
  "& [data-level=fault]": { bg: "fault.wash", color: "fault" },
  "& [data-level=warning]": { bg: "warning.wash", color: "warning" },
  "& [data-level=info]": { bg: "info.wash", color: "info" },
});
