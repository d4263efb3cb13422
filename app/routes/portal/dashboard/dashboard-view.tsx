import { Button } from "@chakra-ui/react";
import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import { AlarmLevels } from "./alarm-levels.tsx";
import { AttentionList } from "./attention-list.tsx";
import { FirmwareLevels } from "./firmware-levels.tsx";
import type { Fleet, OpenAlarms } from "./fleet.ts";
import { PowerCard } from "./power-card.tsx";
import { StatusRing } from "./status-ring.tsx";
import { Card } from "./styles.ts";

type DashboardViewProps = {
  fleet: Fleet;
  alarms: OpenAlarms;
  now: number;
};

/** All sites of a user at a glance: power, energy, status, alarms, versions, and what needs attention. */
export function DashboardView({ fleet, alarms, now }: DashboardViewProps) {
  const { t } = useTranslation("dashboard");
  if (fleet.sites === 0)
    return (
      <ListPage level={1} title={t("title")} text={t("lead")}>
        <EmptyList>
          <Icon name="site" size="2.5rem" />
          <p role="status">{t("empty")}</p>
          <Button asChild>
            <Link to="/addsite">{t("add")}</Link>
          </Button>
        </EmptyList>
      </ListPage>
    );
  return (
    <ListPage
      level={1}
      title={t("title")}
      text={t("online", { count: fleet.sites, online: fleet.online })}
    >
      <Tiles>
        <PowerCard power={fleet.power} />
        <Energy fleet={fleet} />
        <StatusRing states={fleet.states} sites={fleet.sites} />
        <AlarmLevels alarms={alarms} />
        <AttentionList attention={fleet.attention} now={now} />
        <FirmwareLevels firmware={fleet.firmware} />
      </Tiles>
    </ListPage>
  );
}

function Energy({ fleet }: { fleet: Fleet }) {
  const { t, i18n } = useTranslation("dashboard");
  const { number, unit } = formatQuantity(fleet.solarToday, "Wh", { language: i18n.language });
  return (
    <Card aria-labelledby="dashboard-today" data-place="today">
      <h2 id="dashboard-today">{t("today.title")}</h2>
      <p data-big>
        <span>{number}</span> <small>{unit}</small>
      </p>
      <p data-note>{t("today.note")}</p>
    </Card>
  );
}

const Tiles = styled("div", {
  display: "grid",
  gap: { base: "3", md: "4" },
  gridTemplateColumns: {
    base: "minmax(0, 1fr)",
    md: "repeat(2, minmax(0, 1fr))",
    xl: "repeat(4, minmax(0, 1fr))",
  },
  "& > [data-place=power]": { gridColumn: { md: "1 / -1", xl: "span 2" } },
  "& > [data-place=today]": { gridColumn: { md: "span 1" } },
  "& > [data-place=states]": { gridColumn: { xl: "span 1" } },
  "& > [data-place=alarms]": { gridColumn: { md: "1 / -1", xl: "1 / -1" } },
  "& > [data-place=attention], & > [data-place=firmware]": {
    gridColumn: { md: "1 / -1", xl: "span 2" },
    alignSelf: "start",
  },
});
