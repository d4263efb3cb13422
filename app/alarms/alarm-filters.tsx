import { Button, Input } from "@chakra-ui/react";
import { useId } from "react";
import { Form, Link } from "react-router";
import { ALARM_SOURCES } from "#domain/alarms/alarm-row.ts";
import { EVENT_LEVELS } from "#domain/alarms/event-levels.ts";
import { Select } from "../forms/fields.tsx";
import { useTranslation } from "../i18n/use-translation.ts";
import { styled } from "../theme/styled.tsx";
import { ALARM_STATES, type AlarmFilter, isFiltered, LOG_PERIODS } from "./alarm-filter.ts";
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

/** Filters of a list of alarms, a form that works without scripts. */
export function AlarmFilters(props: AlarmFiltersProps) {
  const { path, filter, usual, kept = NOTHING, searchLabel } = props;
  const { hasPeriod = false, hasAcknowledged = false } = props;
  const { t } = useTranslation(["alarms", "common"]);
  const id = useId();
  const unfiltered = new URLSearchParams(kept).toString();
  return (
    // A new key discards what was typed when other filters are shown.
    <Filters method="get" action={path} key={JSON.stringify(filter)} aria-label={t("filter.label")}>
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {hasPeriod && (
        <>
          <Field label={t("filter.period")} id={`${id}p`}>
            <Select id={`${id}p`} name="period" defaultValue={filter.period}>
              {LOG_PERIODS.map((one) => (
                <option key={one} value={one}>
                  {t(`filter.periods.${one}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t("filter.from")} id={`${id}f`} isCustom>
            <Input id={`${id}f`} type="date" name="from" defaultValue={filter.from} />
          </Field>
          <Field label={t("filter.to")} id={`${id}t`} isCustom>
            <Input id={`${id}t`} type="date" name="to" defaultValue={filter.to} />
          </Field>
        </>
      )}
      <Field label={t("filter.level")} id={`${id}l`}>
        <Select id={`${id}l`} name="level" defaultValue={filter.level}>
          <option value="">{t("filter.allLevels")}</option>
          {EVENT_LEVELS.map((one) => (
            <option key={one} value={one}>
              {t(`common:alarm.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t("filter.source")} id={`${id}s`}>
        <Select id={`${id}s`} name="source" defaultValue={filter.source}>
          <option value="">{t("filter.allSources")}</option>
          {ALARM_SOURCES.map((one) => (
            <option key={one} value={one}>
              {t(`sources.${SOURCE_TEXTS[one]}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t("filter.state")} id={`${id}o`}>
        <Select id={`${id}o`} name="state" defaultValue={filter.state}>
          {ALARM_STATES.map((one) => (
            <option key={one} value={one}>
              {t(`filter.states.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t("filter.search")} id={`${id}q`}>
        <Input
          id={`${id}q`}
          type="search"
          name="search"
          dir="auto"
          placeholder={searchLabel}
          defaultValue={filter.search}
          maxLength={100}
        />
      </Field>
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
      <div data-buttons>
        <Button type="submit" size="sm" h="10">
          {t("filter.apply")}
        </Button>
        {isFiltered(filter, usual) && (
          <Button asChild variant="outline" colorPalette="gray" size="sm" h="10">
            <Link to={unfiltered === "" ? path : `${path}?${unfiltered}`}>{t("filter.reset")}</Link>
          </Button>
        )}
      </div>
    </Filters>
  );
}

type FieldProps = { label: string; id: string; isCustom?: boolean; children: React.ReactNode };

function Field({ label, id, isCustom, children }: FieldProps) {
  return (
    <div data-field data-custom={isCustom || undefined}>
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  );
}

const Filters = styled(Form, {
  layerStyle: "card",
  display: "grid",
  gridTemplateColumns: {
    base: "repeat(2, minmax(0, 1fr))",
    md: "repeat(3, minmax(0, 1fr))",
    xl: "repeat(auto-fit, minmax(8.5rem, 1fr))",
  },
  alignItems: "end",
  gap: "3",
  p: { base: "3", md: "4" },
  "& [data-field]": { display: "flex", flexDirection: "column", gap: "1", minW: "0" },
  "& [data-field] > label": { textStyle: "xs", fontWeight: "medium", color: "fg.muted" },
  "& [data-check]": {
    display: "flex",
    alignItems: "center",
    gap: "2",
    minH: "10",
    textStyle: "sm",
    "& input": { w: "4", h: "4", accentColor: "brand.solid", focusVisibleRing: "outside" },
  },
  "& [data-buttons]": { display: "flex", flexWrap: "wrap", gap: "2" },
  // The dates belong to a custom period.
  "&:not(:has(option[value=custom]:checked)) [data-custom]": { display: "none" },
});
