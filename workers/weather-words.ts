import { createInstance, type ResourceKey } from "i18next";
import { I18N_OPTIONS } from "#app/i18n/options.ts";
import { LANGUAGES } from "#domain/languages.ts";
import type { WeatherWords } from "#operations/context.ts";

const files = import.meta.glob<ResourceKey>("/locales/*/weather.json", {
  eager: true,
  import: "default",
});

const texts = createInstance();
await texts.init({
  ...I18N_OPTIONS,
  resources: Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      { weather: files[`/locales/${language}/weather.json`] ?? {} },
    ]),
  ),
  defaultNS: "weather",
});

/** What the sky does and where the wind comes from, in a language. */
export const weatherWords: WeatherWords = (language) => {
  // The pages' own namespaces are typed; the keys here are the domain's words.
  const say = texts.getFixedT(language) as (key: string) => string;
  return {
    condition: (condition) => say(`conditions.${condition}`),
    direction: (direction) => say(`directions.${direction}`),
  };
};
