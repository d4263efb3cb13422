import type { CSSProperties, ReactNode } from "react";
import { siteSearch } from "#app/site-search.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { formatTag } from "#domain/languages.ts";
import { outlineOf } from "#domain/sites/solar-curve.ts";
import { formatQuantity, NO_VALUE, percentSpace } from "#domain/units/format-quantity.ts";
import type { Column } from "./list-columns.ts";
import type { ListedSite } from "./packed-sites.ts";
import { instantOf, listedStatusOf } from "./packed-sites.ts";
import type { RowTexts } from "./use-row-texts.ts";

const LOW_CHARGE = 20;

/** The name with the link that covers the row. */
export function nameOf(site: ListedSite) {
  return <a href={`/realtime${siteSearch(site)}`}>{site.name}</a>;
}

/** The second line of a name: the recording mark and the location. */
export function underName({ recording, location }: ListedSite, texts: RowTexts) {
  if (recording)
    return (
      <span>
        <em>{texts.recording}</em>
        {location !== "" && <bdi>{` · ${location}`}</bdi>}
      </span>
    );
  return location !== "" && <span>{location}</span>;
}

/** The level of the most severe alarm, with a link to the active alarms of the site for users who may view them. */
export function alarmOf(site: ListedSite, texts: RowTexts) {
  const { alarmStatus, hasLog, name } = site;
  const level = texts.alarm[alarmStatus];
  if (alarmStatus === "none") return <span data-alarm="none">{level}</span>;
  const mark = (
    <>
      <Icon name={alarmStatus === "info" ? "info" : "warning"} size={null} />
      {level}
    </>
  );
  if (!hasLog) return <span data-alarm={alarmStatus}>{mark}</span>;
  return (
    <a
      href={`/log${siteSearch(site)}&state=open`}
      data-alarm={alarmStatus}
      aria-label={texts.alarmsOf(level, name)}
    >
      {mark}
    </a>
  );
}

/** State of charge in percent, as a bar and as text. */
export function chargeOf(charge: number | null, language: string) {
  if (charge === null) return <b>{NO_VALUE}</b>;
  const percent = Math.round(Math.min(100, Math.max(0, charge)));
  return (
    <>
      <span data-bar={percent < LOW_CHARGE ? "low" : ""} style={chargeStyle(percent)} />
      <b>
        {percent}
        {percentSpace(language)}
        <small>{"%"}</small>
      </b>
    </>
  );
}

const chargeStyle = (percent: number) => ({ "--charge": `${percent}%` }) as CSSProperties;

/** Power in the unit that fits. */
export function powerOf(watts: number | null, language: string) {
  const power = formatQuantity(watts, "W", { language, decimals: 0 });
  return (
    <b>
      {power.number} <small>{power.unit}</small>
    </b>
  );
}

/** Solar power now, beside its curve of the last 24 hours. */
export function solarOf({ solar, solarCurve }: ListedSite, texts: RowTexts) {
  const { language } = texts;
  if (solarCurve === null) return powerOf(solar, language);
  const { levels, peak } = solarCurve;
  const label = texts.curve(formatQuantity(peak, "W", { language, decimals: 0 }).text);
  return (
    <>
      <span
        role="img"
        data-curve=""
        aria-label={label}
        title={label}
        style={{ "--outline": outlineOf(levels) } as CSSProperties}
      />
      {powerOf(solar, language)}
    </>
  );
}

/** A ratio below this is marked, because neighbours differ less by tilt and shade. */
const LOW_RATIO = 0.8;

/** Specific yield, and by how much it differs from the median of the other sites. */
function yieldOf({ yield: compared }: ListedSite, texts: RowTexts) {
  if (compared === null) return <b>{NO_VALUE}</b>;
  const tag = formatTag(texts.language);
  const number = new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(tag, { style: "percent", signDisplay: "exceptZero" });
  const { ratio, among, others } = compared;
  return (
    <>
      <b>
        {number.format(compared.yield)} <small>{texts.yieldUnit}</small>
      </b>
      {ratio !== null && (
        <span data-ratio={ratio < LOW_RATIO ? "low" : ""}>
          <bdi>{percent.format(ratio - 1)}</bdi> {texts.among[among](String(others))}
        </span>
      )}
    </>
  );
}

export function timeOf(site: ListedSite, age: string) {
  const at = instantOf(site);
  return at === null ? age : <time dateTime={new Date(at).toISOString()}>{age}</time>;
}

function placeOf({ location, more }: ListedSite, texts: RowTexts) {
  const country = texts.countryName(more?.country ?? "");
  if (location === "") return country;
  return (
    <>
      <bdi>{location}</bdi>
      {country !== "" && `, ${country}`}
    </>
  );
}

type Shown = { site: ListedSite; texts: RowTexts; age: string };

/** Renders each column of a site. */
export const CELLS: Record<Column, (shown: Shown) => ReactNode> = {
  status: ({ site, texts }) => texts.status[listedStatusOf(site)],
  name: ({ site }) => nameOf(site),
  alarm: ({ site, texts }) => alarmOf(site, texts),
  batterySoc: ({ site, texts }) => chargeOf(site.batterySoc, texts.language),
  solar: ({ site, texts }) => solarOf(site, texts),
  load: ({ site, texts }) => powerOf(site.more?.load ?? null, texts.language),
  grid: ({ site, texts }) => powerOf(site.more?.grid ?? null, texts.language),
  metricsAt: ({ site, age }) => timeOf(site, age),
  tags: ({ site }) => site.more?.tags.map((tag) => <i key={tag}>{tag}</i>),
  location: ({ site, texts }) => placeOf(site, texts),
  created: ({ site }) =>
    site.more && <Moment at={site.more.createTime} timeZone={site.timeZoneId} dayOnly />,
  yield: ({ site, texts }) => yieldOf(site, texts),
  role: ({ site, texts }) => site.more && texts.roles[site.more.role],
};
