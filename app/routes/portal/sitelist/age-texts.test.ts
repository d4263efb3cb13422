import { createInstance } from "i18next";
import { expect, test } from "vitest";
import { I18N_OPTIONS } from "#app/i18n/options.ts";
import { formatTag, LANGUAGES } from "#domain/languages.ts";

const UNITS = { second: 59, minute: 59, hour: 23, day: 15 } as const;
const TEXTS = import.meta.glob<object>("/locales/*/sitelist.json", {
  eager: true,
  import: "default",
});
/** Isolates around values that are inserted into an Arabic text. */
const ISOLATES = /[\u2068\u2069]/g;
/** The locale data lacks the space between number and unit in Chinese, and has a wrong vowel sign in Arabic. */
const CORRECTIONS: Partial<Record<string, [RegExp, string]>> = {
  zh: [/(?<=\d)(?=\p{L})/u, " "],
  ar: [/ثوانِ/, "ثوانٍ"],
};

test.each(LANGUAGES)("ages are worded as the runtime's locale data has them: %s", async (lng) => {
  const sitelist = TEXTS[`/locales/${lng}/sitelist.json`] ?? {};
  const i18n = createInstance(I18N_OPTIONS);
  await i18n.init({ lng, resources: { [lng]: { sitelist } } });
  const t = i18n.getFixedT(lng, "sitelist");
  const format = new Intl.RelativeTimeFormat(formatTag(lng), { numeric: "always" });
  const [wrong, right] = CORRECTIONS[lng] ?? [/^$/, ""];
  for (const [unit, most] of Object.entries(UNITS) as [keyof typeof UNITS, number][])
    for (let count = 1; count <= most; count += 1)
      expect(t(`age.${unit}`, { count }).replace(ISOLATES, "")).toBe(
        format.format(-count, unit).replace(wrong, right),
      );
});
