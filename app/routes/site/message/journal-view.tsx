import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { Pager } from "#app/ui/pager.tsx";
import type { JournalHead } from "#domain/journal/journal-entry.ts";
import type { JournalKind } from "#domain/journal/journal-kinds.ts";
import { formatDateText } from "#domain/units/date-text.ts";
import { EntryRow } from "./entry-row.tsx";
import { ExportButton } from "./export-button.tsx";
import {
  groupByDay,
  isFiltered,
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
    <Page data-no-totals>
      <header>
        <div>
          <h2>{t("title")}</h2>
          <p>{t("text")}</p>
        </div>
        {mayExport && <ExportButton siteKey={site.key} />}
      </header>
      <JournalFilters filter={filter} kinds={kinds} search={site.search} />
      {entries.length === 0 && (
        <Empty>
          <Icon name="log" size="2.5rem" />
          <p role="status">{t(isFiltered(filter) ? "emptyFiltered" : "empty")}</p>
        </Empty>
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
    </Page>
  );
}

const Page = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  minW: "0",
  "& > header": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "flex-start",
    justifyContent: "space-between",
    gap: "3",
  },
  "& > header > div": { minW: "0", maxW: "40rem" },
  "& > header h2": { textStyle: "xl", fontWeight: "semibold" },
  "& > header p": { textStyle: "sm", color: "fg.muted" },
});

const Day = styled("section", {
  minW: "0",
  "& h3": { textStyle: "sm", fontWeight: "semibold", color: "fg.muted", mb: "2", px: "1" },
  "& ol": { layerStyle: "card", listStyleType: "none", overflow: "hidden" },
  "& li + li": { borderTopWidth: "1px", borderColor: "border" },
});

const Empty = styled("div", {
  layerStyle: "card",
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  gap: "3",
  px: "4",
  py: "12",
  textAlign: "center",
  color: "fg.muted",
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
