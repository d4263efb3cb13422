import { type CSSProperties, useMemo } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { type MemberRole, SITE_ROLE } from "#domain/access/roles.ts";
import type { AgeText } from "#domain/units/relative-time.ts";
import { countryName } from "./country-name.ts";
import type { Column } from "./list-columns.ts";
import { STATUSES } from "./list-query.ts";

/** Placeholder for a time or name, so that a text is looked up once for all rows. */
const SLOT = "\u0000";
/** Placeholder for a second one. */
const OTHER_SLOT = "\u0001";

const ALARMS = ["none", "info", "warning", "fault"] as const;
const USUAL = ["status", "name", "alarm", "batterySoc", "solar", "metricsAt"] as const;
const FURTHER = ["load", "grid", "tags", "location", "created", "role", "yield"] as const;

export type RowTexts = ReturnType<typeof useRowTexts>;

/** Every text that rows share. */
export function useRowTexts() {
  const { t, i18n } = useTranslation("sitelist");
  const { t: tools } = useTranslation("listtools");
  const { t: common } = useTranslation();
  return useMemo(() => {
    const around = (text: string) => {
      const [before = "", after = ""] = text.split(SLOT);
      return (filled: string) => before + filled + after;
    };
    const alarms = t("alarmsOf", { level: SLOT, name: OTHER_SLOT });
    const { language } = i18n;
    const columns: Record<Column, string> = {
      ...textsFor(USUAL, (column) => t(`columns.${column}`)),
      ...textsFor(FURTHER, (column) => tools(`columns.${column}`)),
    };
    const roles: Record<MemberRole, string> = {
      [SITE_ROLE.administrator]: tools("roles.administrator"),
      [SITE_ROLE.full]: tools("roles.full"),
      [SITE_ROLE.monitor]: tools("roles.monitor"),
    };
    // Different ages are few, and a list of sites repeats them.
    const ages = new Map<string, string>();
    const age: AgeText = (unit, count) => {
      const key = `${unit} ${count}`;
      const known = ages.get(key);
      if (known !== undefined) return known;
      const made = count === 0 ? t("age.now") : t(`age.${unit}`, { count });
      ages.set(key, made);
      return made;
    };
    return {
      age,
      language,
      columns,
      roles,
      status: textsFor(STATUSES, (status) => common(`siteStatus.${status}`)),
      alarm: textsFor(ALARMS, (alarm) => common(`alarm.${alarm}`)),
      /** Labels of the cells of a card; a narrow window has no table head. */
      labels: {
        "--battery-label": JSON.stringify(columns.batterySoc),
        "--solar-label": JSON.stringify(columns.solar),
      } as CSSProperties,
      /** Accessible name of the link to the active alarms of a site. */
      alarmsOf: (level: string, name: string) =>
        alarms.split(SLOT).join(level).split(OTHER_SLOT).join(name),
      curve: around(tools("curve", { peak: SLOT })),
      yieldUnit: tools("yield.unit"),
      /** Where the other sites of a comparison are, and how many. */
      among: {
        neighbours: around(tools("yield.neighbours", { number: SLOT })),
        all: around(tools("yield.all", { number: SLOT })),
      },
      recording: t("recording"),
      neverConnected: t("neverConnected"),
      noData: t("noData"),
      asOf: around(t("asOf", { time: SLOT })),
      offlineSince: around(t("offlineSince", { time: SLOT })),
      pick: around(tools("selection.one", { name: SLOT })),
      countryName: (code: string) => countryName(code, language),
    };
  }, [t, tools, common, i18n.language, i18n]);
}

function textsFor<Word extends string>(
  words: readonly Word[],
  textOf: (word: Word) => string,
): Record<Word, string> {
  return Object.fromEntries(words.map((word) => [word, textOf(word)])) as Record<Word, string>;
}
