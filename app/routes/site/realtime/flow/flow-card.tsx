import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive, useLiveValue } from "#app/live/live-context.ts";
import { isCurrent, knownState } from "#app/live/live-site.ts";
import { styled } from "#app/theme/styled.tsx";
import { dayOf } from "#domain/history/local-days.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { formatTimeText } from "#domain/units/date-text.ts";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import { formatLocalTime } from "#domain/units/local-time.ts";
import { FlowPicture } from "./flow-picture.tsx";

/**
 * Shows the power between the parts of the site, and from when it is if it is not current.
 * @param now the server's clock when it rendered the page, ms UTC
 */
export function FlowCard({ timeZone, now }: { timeZone: string; now: number }) {
  const { t } = useTranslation("realtime");
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <header>
        <h2 id={id}>{t("flow.title")}</h2>
        <p>
          <AsOf timeZone={timeZone} now={now} />
        </p>
      </header>
      <div>
        <FlowPicture />
      </div>
      <NeverConnected />
    </Card>
  );
}

/** Note below the sketch of a site that has never received data from a logger. */
function NeverConnected() {
  const { t } = useTranslation("realtime");
  const never = useLive(({ view, lastKnown }) =>
    view === null
      ? lastKnown?.since === 0 && Object.keys(lastKnown.values).length === 0
      : !view.online && view.equipment.length === 0,
  );
  if (!never) return null;
  return <p data-note>{t("flow.neverConnected")}</p>;
}

const TIME_LENGTH = "HH:mm".length;

/** Shows the losses while the data is current; otherwise the time of the data. */
function AsOf({ timeZone, now }: { timeZone: string; now: number }) {
  const { t, i18n } = useTranslation("realtime");
  const current = useLive(isCurrent);
  const newestAt = useLive((site) => (isCurrent(site) ? null : site.newestAt));
  const known = useLive((site) => knownState(site) !== null);
  const losses = useLiveValue(SITE_ADDRESS.losses);
  const timeOf = (at: number) =>
    dayOf(timeZone, at) === dayOf(timeZone, now)
      ? formatLocalTime(at, timeZone).slice(-TIME_LENGTH)
      : formatTimeText(at, timeZone, i18n.language);
  if (!known) return null;
  if (!current)
    return newestAt === null ? t("flow.notYet") : t("flow.asOf", { time: timeOf(newestAt) });
  if (typeof losses !== "number") return null;
  const { text } = formatQuantity(losses, "W", { language: i18n.language, decimals: 0 });
  return `${t("flow.losses")} ${text}`;
}

const Card = styled("section", {
  display: "flex",
  flexDirection: "column",
  layerStyle: "card",
  px: { base: "2", md: "5" },
  py: { base: "3", md: "4" },
  "& > header": {
    display: "flex",
    alignItems: "baseline",
    justifyContent: "space-between",
    gap: "3",
    mb: "2",
    px: { base: "2", md: "0" },
  },
  "& h2": { textStyle: "md", fontWeight: "semibold" },
  "& > header > p": { textStyle: "xs", color: "fg.muted", truncate: true },
  "& > div": { display: "flex", flex: "1", alignItems: "center" },
  "& > [data-note]": { textStyle: "sm", color: "fg.muted", textAlign: "center", px: "4", pt: "3" },
});
