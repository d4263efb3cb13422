import { type CSSProperties, memo } from "react";
import { formatQuantity, NO_VALUE } from "#domain/units/format-quantity.ts";
import { siteSearch } from "../../../site-search.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import type { ListedSite } from "./packed-sites.ts";
import { instantOf } from "./site-age.ts";
import type { RowTexts } from "./use-row-texts.ts";

type SiteRowProps = {
  site: ListedSite;
  texts: RowTexts;
  /** How old its figures are, or that there is nobody to send any. */
  age: string;
};

const LOW_CHARGE = 20;

/** There are many of them: native elements, styled and followed by the table, and texts looked up once for all. */
export const SiteRow = memo(function SiteRow({ site, texts, age }: SiteRowProps) {
  const { language } = texts;
  const { alarmStatus: alarm } = site;
  const solar = formatQuantity(site.solar, "W", { language, decimals: 0 });
  return (
    <tr data-online={site.online}>
      <td data-status={site.status}>{texts.status[site.status]}</td>
      <td>
        <a href={`/realtime${siteSearch(site)}`}>{site.name}</a>
        {site.location !== "" && <span>{site.location}</span>}
      </td>
      <td>
        <span data-alarm={alarm}>
          {alarm !== "none" && <Icon name={alarm === "info" ? "info" : "warning"} size={null} />}
          {texts.alarm[alarm]}
        </span>
      </td>
      <td>{chargeOf(site.batterySoc)}</td>
      <td>
        <b>
          {solar.number} <small>{solar.unit}</small>
        </b>
      </td>
      <td>{timeOf(site, age)}</td>
    </tr>
  );
});

/** A battery's charge in percent, drawn and written. */
function chargeOf(charge: number | null) {
  if (charge === null) return <b>{NO_VALUE}</b>;
  const percent = Math.round(Math.min(100, Math.max(0, charge)));
  return (
    <>
      <span data-bar={percent < LOW_CHARGE ? "low" : ""} style={chargeStyle(percent)} />
      <b>
        {percent} <small>{"%"}</small>
      </b>
    </>
  );
}

const chargeStyle = (percent: number) => ({ "--charge": `${percent}%` }) as CSSProperties;

function timeOf(site: ListedSite, age: string) {
  const at = instantOf(site);
  return at === null ? age : <time dateTime={new Date(at).toISOString()}>{age}</time>;
}
