import { Input } from "@chakra-ui/react";
import { ALARM_SOURCES } from "#domain/alarms/alarm-row.ts";
import { EVENT_LEVELS } from "#domain/alarms/event-levels.ts";
import { Select } from "../forms/fields.tsx";
import { FilterField, FilterForm, SearchFilter } from "../forms/filter-form.tsx";
import { useTranslation } from "../i18n/use-translation.ts";
import { ALARM_STATES, type AlarmFilter, countFilters, LOG_PERIODS } from "./alarm-filter.ts";
import { SOURCE_TEXTS } from "./alarm-words.ts";

type AlarmFiltersProps = {
  /** Path of the list. */
  path: string;
  filter: AlarmFilter;
  usual: AlarmFilter;
  /** Fields that the address keeps, as the key of a site. */
  kept?: Readonly<Record<string, string>>;
  /** Whether the period can be chosen. */
  hasPeriod?: boolean;
  /** Whether acknowledged alarms can be left out. */
  hasAcknowledged?: boolean;
  searchLabel: string;
};

const NOTHING: Readonly<Record<string, string>> = {};

/** Filters of a list of alarms. */
export function AlarmFilters(props: AlarmFiltersProps) {
  const { path, filter, usual, kept = NOTHING, searchLabel } = props;
  const { hasPeriod = false, hasAcknowledged = false } = props;
  const { t } = useTranslation(["alarms", "common"]);
  return (
    // A new key discards what was typed when other filters are shown.
    <FilterForm
      path={path}
      kept={kept}
      count={countFilters(filter, usual)}
      key={JSON.stringify(filter)}
    >
      {hasPeriod && (
        <>
          <FilterField
            label={t("filter.period")}
            input={(id) => (
              <Select id={id} name="period" defaultValue={filter.period}>
                {LOG_PERIODS.map((one) => (
                  <option key={one} value={one}>
                    {t(`filter.periods.${one}`)}
                  </option>
                ))}
              </Select>
            )}
          />
          <FilterField
            isCustom
            label={t("common:filters.from")}
            input={(id) => <Input id={id} type="date" name="from" defaultValue={filter.from} />}
          />
          <FilterField
            isCustom
            label={t("common:filters.to")}
            input={(id) => <Input id={id} type="date" name="to" defaultValue={filter.to} />}
          />
        </>
      )}
      <FilterField
        label={t("filter.level")}
        input={(id) => (
          <Select id={id} name="level" defaultValue={filter.level}>
            <option value="">{t("filter.allLevels")}</option>
            {EVENT_LEVELS.map((one) => (
              <option key={one} value={one}>
                {t(`common:alarm.${one}`)}
              </option>
            ))}
          </Select>
        )}
      />
      <FilterField
        label={t("filter.source")}
        input={(id) => (
          <Select id={id} name="source" defaultValue={filter.source}>
            <option value="">{t("filter.allSources")}</option>
            {ALARM_SOURCES.map((one) => (
              <option key={one} value={one}>
                {t(`sources.${SOURCE_TEXTS[one]}`)}
              </option>
            ))}
          </Select>
        )}
      />
      <FilterField
        label={t("filter.state")}
        input={(id) => (
          <Select id={id} name="state" defaultValue={filter.state}>
            {ALARM_STATES.map((one) => (
              <option key={one} value={one}>
                {t(`filter.states.${one}`)}
              </option>
            ))}
          </Select>
        )}
      />
      <SearchFilter value={filter.search} placeholder={searchLabel} />
      {hasAcknowledged && (
        <label data-check>
          <input
            type="checkbox"
            name="unacknowledged"
            value="yes"
            defaultChecked={filter.unacknowledged}
          />
          {t("filter.unacknowledged")}
        </label>
      )}
    </FilterForm>
  );
}
