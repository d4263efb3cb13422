import { createInstance } from "i18next";
import { expect, test } from "vitest";
import { LANGUAGES } from "#domain/languages.ts";
import english from "#locales/en/sitelist.json";
import { countFormatter } from "./count-formatter.ts";
import { I18N_OPTIONS } from "./options.ts";
import { loadPageTexts } from "./page-texts.ts";

test("how many sites there are is written as each language groups its digits", async () => {
  const said = await Promise.all(
    LANGUAGES.map(async (language) => {
      const texts = createInstance(I18N_OPTIONS).use(countFormatter);
      await texts.init({ lng: language, resources: {} });
      await loadPageTexts(texts, language, ["sitelist"]);
      return texts.getFixedT(language, "sitelist")("count", { count: 12_000 });
    }),
  );
  expect(said).toEqual([
    english.count_other.replace("{{count, number}}", "12,000"),
    "12,000 座电站",
    "12.000 instalaciones",
    "12\u202f000 installations",
    "12.000 Anlagen",
    "12,000 محطة",
  ]);
});
