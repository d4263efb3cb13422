import type { CSSProperties } from "react";
import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useMoment } from "#app/routes/portal/user/use-moment.ts";
import { styled } from "#app/theme/styled.tsx";
import { useOwnClock } from "#app/ui/use-own-clock.ts";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import { formatNumber } from "#domain/units/format-number.ts";
import { formatLocalDay, formatLocalTime } from "#domain/units/local-time.ts";
import type { DeliveryHistory } from "./delivery-data.ts";
import { type DeliveryQuery, deliveryAddress, PERIODS } from "./delivery-query.ts";

type DeliveryPlotProps = { query: DeliveryQuery; history: DeliveryHistory };

/** Time between two labels of the axis by period, ms. */
const LABEL_MS = { day: 6 * HOUR_MS, week: DAY_MS };

/** Sent and failed deliveries over time, as bars and as a table; it needs no scripts. */
export function DeliveryPlot({ query, history }: DeliveryPlotProps) {
  const { t, i18n } = useTranslation("platform");
  const moment = useMoment();
  const { bars } = history;
  const { channel, period } = query;
  const highest = Math.max(...bars.map(({ sent, failed }) => sent + failed));
  const title = t("deliveries.plot");
  const name = `${title}: ${t(`deliveries.channel.${channel}`)}, ${t(`deliveries.period.${period}`)}`;
  return (
    <Card aria-label={name}>
      <header>
        <h2>{title}</h2>
        <nav aria-label={t("deliveries.period.label")}>
          {PERIODS.map((one) => (
            <Link
              key={one}
              to={deliveryAddress(query, { period: one })}
              aria-current={one === period ? "true" : undefined}
              preventScrollReset
            >
              {t(`deliveries.period.${one}`)}
            </Link>
          ))}
        </nav>
      </header>
      {highest === 0 ? (
        <p data-empty>{t("deliveries.plotEmpty")}</p>
      ) : (
        <>
          <ul data-legend aria-hidden>
            <li data-part="sent">{t("deliveries.state.sent")}</li>
            <li data-part="failed">{t("deliveries.state.failed")}</li>
          </ul>
          <Plot dir="ltr" aria-hidden>
            <span data-scale>{formatNumber(highest, i18n.language)}</span>
            <div data-bars>
              {bars.map(({ from, sent, failed }) => (
                <div key={from} title={t("deliveries.bar", { time: moment(from), sent, failed })}>
                  <Part part="failed" share={failed / highest} />
                  <Part part="sent" share={sent / highest} />
                </div>
              ))}
            </div>
            <Labels bars={bars} period={period} />
          </Plot>
          <details>
            <summary>{t("deliveries.table")}</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
            <section aria-label={name} tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t("deliveries.from")}</th>
                    <th scope="col">{t("deliveries.state.sent")}</th>
                    <th scope="col">{t("deliveries.state.failed")}</th>
                  </tr>
                </thead>
                <tbody>
                  {bars.map(({ from, sent, failed }) => (
                    <tr key={from}>
                      <th scope="row">{moment(from)}</th>
                      <td>{formatNumber(sent, i18n.language)}</td>
                      <td>{formatNumber(failed, i18n.language)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </details>
        </>
      )}
    </Card>
  );
}

function Part({ part, share }: { part: "sent" | "failed"; share: number }) {
  if (share === 0) return null;
  return <i data-part={part} style={{ "--share": `${100 * share}%` } as CSSProperties} />;
}

/** Labels of the time axis: the hour, or the day where one begins. */
function Labels({ bars, period }: Pick<DeliveryHistory, "bars"> & { period: "day" | "week" }) {
  const clock = useOwnClock();
  const first = bars[0]?.from ?? 0;
  const labelled = bars.filter(({ from }) => (from - first) % LABEL_MS[period] === 0);
  return (
    <div data-labels>
      {labelled.map(({ from }) => (
        <span key={from}>
          {period === "day"
            ? formatLocalTime(clock(from), "UTC").slice(-5)
            : formatLocalDay(clock(from), "UTC").slice(5)}
        </span>
      ))}
    </div>
  );
}

const Card = styled("section", {
  layerStyle: "card",
  px: { base: "3", md: "4" },
  py: "3.5",
  "& > header": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "2",
  },
  "& h2": { fontWeight: "semibold" },
  "& nav": { display: "flex", gap: "0.5", bg: "bg.sunken", p: "0.5", borderRadius: "lg" },
  "& nav a": {
    display: "flex",
    alignItems: "center",
    minH: "8",
    "@media (pointer: coarse)": { minH: "11" },
    px: "3",
    borderRadius: "md",
    fontWeight: "medium",
    color: "fg.muted",
    focusVisibleRing: "inside",
    _hover: { color: "fg" },
    "&[aria-current]": { bg: "bg.segment", color: "fg", boxShadow: "xs" },
  },
  "& [data-empty]": { py: "10", textAlign: "center", color: "fg.muted" },
  "& [data-part=sent]": { "--part": "colors.info.fill" },
  "& [data-part=failed]": { "--part": "colors.fault.fill" },
  "& [data-legend]": {
    listStyleType: "none",
    display: "flex",
    gap: "4",
    textStyle: "xs",
    color: "fg.muted",
    "& li": { display: "flex", alignItems: "center", gap: "1.5" },
    "& li::before": { content: '""', w: "2.5", h: "2.5", borderRadius: "xs", bg: "var(--part)" },
  },
  "& summary": {
    w: "fit-content",
    px: "2",
    py: "1.5",
    color: "fg.muted",
    borderRadius: "md",
    cursor: "button",
    focusVisibleRing: "outside",
    _hover: { color: "fg" },
  },
  "& details section": {
    maxH: "20rem",
    overflow: "auto",
    borderRadius: "md",
    focusVisibleRing: "outside",
  },
  "& table": { w: "full", textStyle: "xs", fontVariantNumeric: "tabular-nums" },
  "& th, & td": {
    px: "3",
    py: "1.5",
    textAlign: "start",
    fontWeight: "medium",
    borderBottomWidth: "1px",
    borderColor: "border.muted",
  },
  "& thead th": { color: "fg.muted" },
});

const Plot = styled("div", {
  mt: "2",
  "& [data-scale]": {
    textStyle: "xs",
    color: "fg.muted",
    fontVariantNumeric: "tabular-nums",
  },
  "& [data-bars]": {
    display: "flex",
    alignItems: "flex-end",
    gap: { base: "1px", sm: "1" },
    h: "36",
    borderTopWidth: "1px",
    borderBottomWidth: "1px",
    borderColor: "border.muted",
    borderBottomColor: "border.emphasized",
    "& > div": {
      flex: "1",
      h: "full",
      display: "flex",
      flexDirection: "column",
      justifyContent: "flex-end",
      _hover: { bg: "bg.hover" },
    },
    "& i": { display: "block", minH: "2px", h: "var(--share)", bg: "var(--part)" },
    "& i:first-of-type": { borderTopRadius: "xs" },
  },
  "& [data-labels]": {
    display: "flex",
    mt: "1",
    textStyle: "xs",
    color: "fg.muted",
    fontVariantNumeric: "tabular-nums",
    "& span": { flex: "1", minW: "0" },
  },
});
