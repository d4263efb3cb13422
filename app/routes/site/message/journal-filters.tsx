import { Input } from "@chakra-ui/react";
import { Select } from "#app/forms/fields.tsx";
import { FilterField, FilterForm, SearchFilter } from "#app/forms/filter-form.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { JournalKind } from "#domain/journal/journal-kinds.ts";
import { countFilters, type JournalFilter } from "./journal-data.ts";

type JournalFiltersProps = {
  filter: JournalFilter;
  /** The kinds that the user may see. */
  kinds: readonly JournalKind[];
  /** Query that each page of the site keeps. */
  search: string;
};

/** Filters of the journal. */
export function JournalFilters({ filter, kinds, search }: JournalFiltersProps) {
  const { t } = useTranslation(["journal", "common"]);
  return (
    // A new key discards what was typed when other filters are shown.
    <FilterForm
      path="/message"
      kept={Object.fromEntries(new URLSearchParams(search))}
      count={countFilters(filter)}
      key={JSON.stringify(filter)}
    >
      <FilterField
        label={t("filter.kind")}
        input={(id) => (
          <Select id={id} name="kind" defaultValue={filter.kind}>
            <option value="">{t("filter.allKinds")}</option>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`kinds.${kind}`)}
              </option>
            ))}
          </Select>
        )}
      />
      <FilterField
        label={t("common:filters.from")}
        input={(id) => <Input id={id} type="date" name="from" defaultValue={filter.from} />}
      />
      <FilterField
        label={t("common:filters.to")}
        input={(id) => <Input id={id} type="date" name="to" defaultValue={filter.to} />}
      />
      <SearchFilter value={filter.search} placeholder={t("filter.searchHint")} />
    </FilterForm>
  );
}
