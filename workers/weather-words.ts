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

/** Returns the words for weather and wind direction in a language. */
export const weatherWords: WeatherWords = (language) => {
  // This namespace is not typed; its keys are the domain's words.
  const say = texts.getFixedT(language) as (key: string) => string;
  return {
    condition: (condition) => say(`conditions.${condition}`),
    direction: (direction) => say(`directions.${direction}`),
  };
};
