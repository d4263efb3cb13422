import type { FormatterModule } from "i18next";
import { DEFAULT_LANGUAGE } from "#domain/languages.ts";
import { formatCount } from "#domain/units/count.ts";

/**
 * Formats `{{count, number}}` in texts. i18next's own formatter would leave the choice of Arabic digits to the runtime.
 */
export const countFormatter: FormatterModule = {
  type: "formatter",
  init() {},
  add() {},
  addCached() {},
  format(value: unknown, format, language = DEFAULT_LANGUAGE) {
    if (format === "number" && typeof value === "number") return formatCount(value, language);
    return String(value);
  },
};
