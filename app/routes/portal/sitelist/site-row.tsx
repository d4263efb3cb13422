import { memo } from "react";
import type { ListedSite } from "./packed-sites.ts";
import { instantOf, listedStatusOf } from "./packed-sites.ts";
import { alarmOf, chargeOf, nameOf, solarOf, timeOf, underName } from "./site-cells.tsx";
import type { RowTexts } from "./use-row-texts.ts";

type SiteRowProps = {
  site: ListedSite;
  texts: RowTexts;
  /** Text for the age of the data, or for the missing logger. */
  age: string;
};

/**
 * A row of the usual columns. Because there are many, it uses native elements that are styled by the table, and texts
 * that are looked up once for all rows.
 */
export const SiteRow = memo(function SiteRow({ site, texts, age }: SiteRowProps) {
  const status = listedStatusOf(site);
  return (
    <tr data-online={site.online} data-blank={instantOf(site) === null || undefined}>
      <td data-status={status}>{texts.status[status]}</td>
      <td>
        {nameOf(site)}
        {underName(site, texts)}
      </td>
      <td>{alarmOf(site, texts)}</td>
      <td>{chargeOf(site.batterySoc, texts.language)}</td>
      <td>{solarOf(site, texts)}</td>
      <td>{timeOf(site, age)}</td>
    </tr>
  );
});
