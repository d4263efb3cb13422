import { Box, chakra, Heading } from "@chakra-ui/react";
import { type ReactNode, Suspense, useId } from "react";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive, useLiveValue } from "#app/live/live-context.ts";
import { isLost, knownState } from "#app/live/live-site.ts";
import { useSiteHas } from "#app/live/site-has.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import type { IconName } from "#app/ui/icons/icon-paths-data.ts";
import { dayOf } from "#domain/history/local-days.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import { BATTERY_STATUSES, POWER_SOURCES } from "#domain/sites/site-words.ts";
import { QUARTER_MS } from "#domain/units/durations.ts";
import { formatLocalTime } from "#domain/units/local-time.ts";
import { LiveStatusBadge } from "../frame/live-status-badge.tsx";
import type { Overview } from "./today/use-overview.ts";

type StatusPanelProps = {
  status: SiteStatus;
  /** Null before the first answer; absent for viewers of a link. */
  overview?: Overview | null;
};

/** State of the site, its battery and its power source, in the specification's words, and when the battery was full. */
export function StatusPanel({ status, overview }: StatusPanelProps) {
  const { t } = useTranslation("realtime");
  const id = useId();
  const hasBattery = useSiteHas(SITE_ADDRESS.batteryStatus) !== false;
  const hasSource = useSiteHas(SITE_ADDRESS.powerSource) !== false;
  return (
    <Box as="section" aria-labelledby={id} layerStyle="card" px="5" py="4">
      <Heading id={id} as="h2" textStyle="md" fontWeight="semibold" mb="2">
        {t("status.title")}
      </Heading>
      <List>
        <Row icon="site" label={t("status.site")}>
          <LiveStatusBadge status={status} />
        </Row>
        {hasBattery && (
          <Row icon="battery" label={t("status.battery")}>
            <BatteryWord />
          </Row>
        )}
        {overview && overview.batteryFull !== null && (
          <Suspense fallback={<EmptyRow />}>
            <LastFull
              full={overview.batteryFull}
              now={overview.datetime}
              timeZone={overview.today.timeZoneId}
            />
          </Suspense>
        )}
        {hasSource && (
          <Row icon="link" label={t("status.powerSource")}>
            <SourceWord />
          </Row>
        )}
      </List>
    </Box>
  );
}

function BatteryWord() {
  const { t } = useTranslation("realtime");
  const value = useLiveValue(SITE_ADDRESS.batteryStatus);
  const offline = useLive((site) => knownState(site)?.online === false);
  const word = offline ? undefined : BATTERY_STATUSES.find((known) => known === value);
  return <LastKnown>{t(`batteryStatus.${word ?? "unknown"}`)}</LastKnown>;
}

/** Keeps the place of a row whose texts are loading. */
function EmptyRow() {
  return (
    <Row icon="battery" label={"\u00a0"}>
      {"\u00a0"}
    </Row>
  );
}

type LastFullProps = {
  full: NonNullable<Overview["batteryFull"]>;
  /** ms UTC */
  now: number;
  timeZone: string;
};

/** When the battery was last filled, or since when it has been full. */
function LastFull({ full, now, timeZone }: LastFullProps) {
  usePageTexts("energy");
  const { t } = useTranslation("energy");
  return (
    <Row icon="battery" label={t("batteryFull.label")}>
      <time dateTime={new Date(full.from).toISOString()}>{useFullText(full, now, timeZone)}</time>
    </Row>
  );
}

/** A battery that was full this long ago still is, because some loggers send only each quarter of an hour. */
const STILL_MS = QUARTER_MS;

function useFullText(
  { from, to }: LastFullProps["full"],
  now: number,
  timeZone: string,
): ReactNode {
  const { t } = useTranslation("energy");
  const [day = "", time = ""] = formatLocalTime(from, timeZone).split(" ");
  const today = dayOf(timeZone, now);
  const ago = today - dayOf(timeZone, from);
  if (to >= now - STILL_MS)
    return t("batteryFull.since", { time: ago === 0 ? time : `${day} ${time}` });
  if (ago === 0) return t("batteryFull.today", { time });
  if (ago === 1) return t("batteryFull.yesterday", { time });
  return <bdi dir="ltr">{`${day} ${time}`}</bdi>;
}

function SourceWord() {
  const { t } = useTranslation("realtime");
  const offline = useLive((site) => knownState(site)?.online === false);
  const value = useLiveValue(SITE_ADDRESS.powerSource);
  const source = offline ? "offline" : POWER_SOURCES.find((word) => word === value);
  return <LastKnown>{t(`powerSource.${source ?? "unknown"}`)}</LastKnown>;
}

/** Marks a word as the last known one once the connection is lost. */
function LastKnown({ children: name }: { children: string }) {
  const { t } = useTranslation();
  return useLive(isLost) ? <span data-lost>{t("siteStatus.lastKnown", { name })}</span> : name;
}

function Row({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <Icon name={icon} size="1.1em" />
        {label}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

const List = chakra("dl", {
  base: {
    textStyle: "sm",
    "& > div": {
      display: "flex",
      alignItems: "center",
      justifyContent: "space-between",
      gap: "3",
      minH: "10",
    },
    "& > div + div": { borderTopWidth: "1px", borderColor: "border.muted" },
    "& dt": { display: "flex", alignItems: "center", gap: "2.5", color: "fg.muted" },
    "& dd": { fontWeight: "medium" },
    "& [data-lost]": { color: "fg.muted" },
  },
});
