import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { DescribedRegister } from "#domain/registers/describe-register.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { wordsOf } from "#domain/registers/words-of.ts";
import { formatQuantity, NO_VALUE } from "#domain/units/format-quantity.ts";
import { formatHours } from "#domain/units/hours.ts";
import { formatLocalTime } from "#domain/units/local-time.ts";

type Valued = Pick<DescribedRegister, "address" | "kind" | "unit" | "precision" | "options">;

/**
 * Translates an option of a register; an unknown one is made readable. Options of settings are translated on pages that
 * load the texts "parameters".
 */
export function useOptionWord(): (text: string) => string {
  usePageTexts("registers");
  const { t, i18n } = useTranslation(["registers", "parameters"]);
  return (text) => {
    if (i18n.exists(`option.${text}`, { ns: "registers" })) return t(`option.${text as "on"}`);
    return i18n.exists(`option.${text}`, { ns: "parameters" })
      ? t(`parameters:option.${text as "run"}`)
      : wordsOf(text);
  };
}

/** Formats a register's value; a missing value is a dash and never zero. */
export function useRegisterValue(
  timeZone: string,
): (register: Valued, value: RegisterValue | undefined) => { text: string; unit: string } {
  const { i18n } = useTranslation();
  const word = useOptionWord();
  return (register, value) => {
    if (value === null || value === undefined || value === "") return { text: NO_VALUE, unit: "" };
    const option = register.options?.[String(value)];
    if (option !== undefined) return { text: word(option), unit: "" };
    if (typeof value === "string")
      return { text: register.kind === "text" ? word(value) : value, unit: "" };
    if (register.address === SITE_ADDRESS.loggerClock)
      return { text: formatLocalTime(value, timeZone), unit: "" };
    if (register.kind === "counter" && register.unit === "s")
      return { text: formatHours(value, i18n.language), unit: "h" };
    const { number, unit } = formatQuantity(value, register.unit, {
      language: i18n.language,
      decimals: register.precision === undefined ? undefined : Math.min(2, register.precision),
    });
    return { text: number, unit };
  };
}
