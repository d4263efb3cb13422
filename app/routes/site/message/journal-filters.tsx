import { Button, Input } from "@chakra-ui/react";
import { useId } from "react";
import { Form, Link } from "react-router";
import { Select } from "#app/forms/fields.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import type { JournalKind } from "#domain/journal/journal-kinds.ts";
import { isFiltered, type JournalFilter } from "./journal-data.ts";

type JournalFiltersProps = {
  filter: JournalFilter;
  /** The kinds that the user may see. */
  kinds: readonly JournalKind[];
  /** Query that each page of the site keeps. */
  search: string;
};

/** Filters of the journal, a form that works without scripts. */
export function JournalFilters({ filter, kinds, search }: JournalFiltersProps) {
  const { t } = useTranslation("journal");
  const id = useId();
  return (
    // A new key discards what was typed when other filters are shown.
    <Filters
      method="get"
      action="/message"
      key={JSON.stringify(filter)}
      aria-label={t("filter.label")}
    >
      {[...new URLSearchParams(search)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div data-field>
        <label htmlFor={`${id}k`}>{t("filter.kind")}</label>
        <Select id={`${id}k`} name="kind" defaultValue={filter.kind}>
          <option value="">{t("filter.allKinds")}</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`kinds.${kind}`)}
            </option>
          ))}
        </Select>
      </div>
      <div data-field>
        <label htmlFor={`${id}s`}>{t("filter.search")}</label>
        <Input
          id={`${id}s`}
          type="search"
          name="search"
          dir="auto"
          placeholder={t("filter.searchHint")}
          defaultValue={filter.search}
          maxLength={100}
        />
      </div>
      <div data-field>
        <label htmlFor={`${id}f`}>{t("filter.from")}</label>
        <Input id={`${id}f`} type="date" name="from" defaultValue={filter.from} />
      </div>
      <div data-field>
        <label htmlFor={`${id}t`}>{t("filter.to")}</label>
        <Input id={`${id}t`} type="date" name="to" defaultValue={filter.to} />
      </div>
      <div data-buttons>
        <Button type="submit" size="sm" h="10">
          {t("filter.apply")}
        </Button>
        {isFiltered(filter) && (
          <Button asChild variant="outline" colorPalette="gray" size="sm" h="10">
            <Link to={`/message${search}`}>{t("filter.reset")}</Link>
          </Button>
        )}
      </div>
    </Filters>
  );
}

const Filters = styled(Form, {
  layerStyle: "card",
  display: "grid",
  gridTemplateColumns: {
    base: "repeat(2, minmax(0, 1fr))",
    lg: "minmax(0, 1.2fr) minmax(0, 1.4fr) minmax(0, 1fr) minmax(0, 1fr) auto",
  },
  alignItems: "end",
  gap: "3",
  p: { base: "3", md: "4" },
  "& [data-field]": { display: "flex", flexDirection: "column", gap: "1", minW: "0" },
  "& [data-field] > label": { textStyle: "xs", fontWeight: "medium", color: "fg.muted" },
  "& [data-buttons]": {
    display: "flex",
    flexWrap: "wrap",
    gap: "2",
    gridColumn: { base: "1 / -1", lg: "auto" },
  },
});
