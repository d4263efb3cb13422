import { type CSSProperties, useMemo } from "react";
import { useTranslation } from "../../../i18n/use-translation.ts";

/** Stands where a time goes, so that a text is looked up once for all rows. */
const SLOT = "\u0000";

const STATUSES = ["normal", "warning", "fault", "offline", "standby", "off"] as const;
const ALARMS = ["none", "info", "warning", "fault"] as const;

export type RowTexts = ReturnType<typeof useRowTexts>;

/** Every text that rows share. */
export function useRowTexts() {
  const { t, i18n } = useTranslation("sitelist");
  const { t: common } = useTranslation();
  return useMemo(() => {
    const around = (text: string) => {
      const [before = "", after = ""] = text.split(SLOT);
      return (time: string) => before + time + after;
    };
    return {
      language: i18n.language,
      status: textsFor(STATUSES, (status) => common(`siteStatus.${status}`)),
      alarm: textsFor(ALARMS, (alarm) => common(`alarm.${alarm}`)),
      /** What the cells of a card are of; on a narrow window the head of the table cannot say it. */
      labels: {
        "--battery-label": JSON.stringify(t("columns.batterySoc")),
        "--solar-label": JSON.stringify(t("columns.solar")),
      } as CSSProperties,
      neverConnected: t("neverConnected"),
      noFigures: t("noFigures"),
      asOf: around(t("asOf", { time: SLOT })),
      offlineSince: around(t("offlineSince", { time: SLOT })),
    };
  }, [t, common, i18n.language]);
}

function textsFor<Word extends string>(
  words: readonly Word[],
  textOf: (word: Word) => string,
): Record<Word, string> {
  return Object.fromEntries(words.map((word) => [word, textOf(word)])) as Record<Word, string>;
}
