import { useTranslation } from "#app/i18n/use-translation.ts";
import { directionOf } from "#domain/languages.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { showSetting, toShownValue } from "#domain/settings/shown-setting.ts";
import { daysOf, EVERY_DAY } from "#domain/settings/week-mask.ts";
import { formatNumber } from "#domain/units/format-number.ts";
import { NO_VALUE, percentSpace } from "#domain/units/format-quantity.ts";
import { useRegisterName } from "../realtime/use-register-name.ts";
import { useOptionWord } from "../realtime/use-register-value.ts";
import { controlOf, type Setting } from "./setting.ts";
import { limited } from "./setting-draft.ts";
import { formatDayTime } from "./times.ts";

/** Decimals of a number in a text. */
const DECIMALS = 6;

/** Text that replaces a secret. */
const HIDDEN = "••••••";

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** Texts of settings and their values in the language of the page. */
export function useSettingText() {
  const { t, i18n } = useTranslation("param");
  const { language } = i18n;
  const registerName = useRegisterName();
  const optionWord = useOptionWord();
  const isRtl = directionOf(language) === "rtl";

  function quantity(value: number, unit: string): string {
    const number = formatNumber(value, language, { max: DECIMALS });
    const space = unit === "%" ? percentSpace(language) : "\u00a0";
    const text = unit === "" ? number : number + space + unit;
    return isRtl ? `\u2066${text}\u2069` : text;
  }

  function valueText(setting: Setting, value: RegisterValue): string {
    const control = controlOf(setting);
    if (control === "secret") return HIDDEN;
    if (value === null || value === "") return NO_VALUE;
    const option = setting.options?.[String(value)];
    if (option !== undefined) return optionWord(option);
    if (typeof value === "string") return value;
    if (control === "switch") return t(value === 1 ? "value.on" : "value.off");
    if (control === "time") return formatDayTime(value);
    if (control === "week") return weekText(value);
    const shown = limited(setting);
    return quantity(toShownValue(shown, value), showSetting(shown).unit);
  }

  function weekText(mask: number): string {
    if (mask === EVERY_DAY) return t("week.every");
    const days = daysOf(mask).map((day) => t(`week.${WEEKDAYS[day] ?? "mon"}`));
    return days.length === 0 ? t("week.none") : days.join(" ");
  }

  return { nameOf: registerName as (setting: Setting) => string, valueText, quantity, optionWord };
}
