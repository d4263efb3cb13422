import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { Pager } from "#app/ui/pager.tsx";
import type { JournalHead } from "#domain/journal/journal-entry.ts";
import type { JournalKind } from "#domain/journal/journal-kinds.ts";
import { formatDateText } from "#domain/units/date-text.ts";
import { EntryRow } from "./entry-row.tsx";
import { ExportButton } from "./export-button.tsx";
import {
  countFilters,
  groupByDay,
  type JournalEntry,
  type JournalFilter,
  writeFilter,
} from "./journal-data.ts";
import { JournalFilters } from "./journal-filters.tsx";

type JournalViewProps = {
  filter: JournalFilter;
  pages: number;
  entries: readonly JournalEntry[];
  kinds: readonly JournalKind[];
  storedHead: JournalHead | null;
  site: { key: string; search: string; timeZone: string };
  mayExport: boolean;
};

/** The journal of a site: filters, entries by day, and what its verification needs. */
export function JournalView(props: JournalViewProps) {
  const { filter, pages, entries, kinds, storedHead, site, mayExport } = props;
  const { t, i18n } = useTranslation("journal");
  return (
    <ListPage
      level={2}
      title={t("title")}
      text={t("text")}
      tools={mayExport && <ExportButton siteKey={site.key} />}
    >
      <JournalFilters filter={filter} kinds={kinds} search={site.search} />
      {entries.length === 0 && (
        <EmptyList>
          <Icon name="log" size="2.5rem" />
          <p role="status">{t(countFilters(filter) > 0 ? "emptyFiltered" : "empty")}</p>
        </EmptyList>
      )}
      {groupByDay(entries, site.timeZone).map(({ day, entries: ofDay }) => (
        <Day key={ofDay[0]?.number} aria-label={day}>
          <h3>{formatDateText(ofDay[0]?.at ?? 0, site.timeZone, i18n.language)}</h3>
          <ol>
            {ofDay.map((entry) => (
              <EntryRow key={entry.number} entry={entry} timeZone={site.timeZone} />
            ))}
          </ol>
        </Day>
      ))}
      <Pager
        page={filter.page}
        pages={pages}
        addressOf={(page) => `/message${writeFilter(site.search, { ...filter, page })}`}
      />
      {mayExport && (
        <Proof>
          <summary>{t("proof.title")}</summary>
          <p>{t("proof.text")}</p>
          {storedHead === null ? (
            <p>{t("proof.noHead")}</p>
          ) : (
            <p>
              <span>{t("proof.head")}</span>
              <code dir="ltr">{`${storedHead.number}:${storedHead.hash}`}</code>
            </p>
          )}
        </Proof>
      )}
    </ListPage>
  );
}

const Day = styled("section", {
  minW: "0",
  "& h3": { textStyle: "sm", fontWeight: "semibold", color: "fg.muted", mb: "2", px: "1" },
  "& ol": { layerStyle: "card", listStyleType: "none", overflow: "hidden" },
  "& li + li": { borderTopWidth: "1px", borderColor: "border" },
});

const Proof = styled("details", {
  textStyle: "sm",
  color: "fg.muted",
  px: "1",
  "& summary": { cursor: "pointer", w: "fit-content", focusVisibleRing: "outside" },
  "& p": { mt: "2", maxW: "44rem" },
  "& p > span": { display: "block", fontWeight: "medium" },
  "& code": { textStyle: "xs", overflowWrap: "anywhere", color: "fg" },
});
