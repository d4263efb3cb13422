import { formatQuantity, NO_VALUE } from "#domain/units/format-quantity.ts";
import { siteSearch } from "../../../site-search.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import type { ListedSite } from "./packed-sites.ts";
import type { RowTexts } from "./use-row-texts.ts";

type SiteRowProps = { site: ListedSite; now: number; texts: RowTexts };

const LOW_CHARGE = 20;

/**
 * There are many of them: native elements, styled by the table, and texts looked up once for all. One link is
 * enough for React Router to learn of the page that all of them lead to.
 */
export function SiteRow({ site, now, texts, isFirst }: SiteRowProps & { isFirst: boolean }) {
  const { language } = texts;
  const { alarmStatus: alarm } = site;
  const solar = formatQuantity(site.solar, "W", { language, decimals: 0 });
  return (
    <tr data-online={site.online}>
      <td data-status={site.status}>{texts.status[site.status]}</td>
      <td>
        <a href={`/realtime${siteSearch(site)}`} data-discover={isFirst ? "true" : undefined}>
          {site.name}
        </a>
        {site.location !== "" && <span dir="auto">{site.location}</span>}
      </td>
      <td>
        <span data-alarm={alarm}>
          {alarm !== "none" && <Icon name={alarm === "info" ? "info" : "warning"} size={null} />}
          {texts.alarm[alarm]}
        </span>
      </td>
      <td>{chargeOf(site.batterySoc)}</td>
      <td>
        <span dir="ltr">
          <b>{solar.number}</b> <small>{solar.unit}</small>
        </span>
      </td>
      <td>{ageOf(site, now, texts)}</td>
    </tr>
  );
}

/** A battery's charge in percent, drawn and written. */
function chargeOf(charge: number | null) {
  if (charge === null) return <b>{NO_VALUE}</b>;
  const percent = Math.round(Math.min(100, Math.max(0, charge)));
  return (
    <>
      <span data-bar={percent < LOW_CHARGE ? "low" : ""} aria-hidden="true">
        <span style={{ inlineSize: `${percent}%` }} />
      </span>
      <span dir="ltr">
        <b>{percent}</b> <small>{"%"}</small>
      </span>
    </>
  );
}

/** How old the figures are, or that there is nobody to send any. */
function ageOf(site: ListedSite, now: number, texts: RowTexts) {
  const { language } = texts;
  const { online, since, figuresAt, timeZoneId } = site;
  const at = online ? figuresAt : since;
  if (at === null) return online ? texts.noFigures : texts.neverConnected;
  const of = online ? texts.asOf : texts.offlineSince;
  return <RelativeTime at={at} now={now} timeZone={timeZoneId} language={language} of={of} />;
}
