import type { WeatherWords } from "#operations/context.ts";
import { createWorkerTexts } from "./worker-texts.ts";

const texts = await createWorkerTexts("weather");

/** Returns the words for weather and wind direction in a language. */
export const weatherWords: WeatherWords = (language) => {
  const translate = texts.translatorOf(language);
  return {
    condition: (condition) => translate(`conditions.${condition}`),
    direction: (direction) => translate(`directions.${direction}`),
  };
};
