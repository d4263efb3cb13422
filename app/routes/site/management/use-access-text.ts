import { useTranslation } from "#app/i18n/use-translation.ts";
import { MEMBER_ROLES } from "#domain/access/roles.ts";
import { formatDateText } from "#domain/units/date-text.ts";
import { formatLocalDay } from "#domain/units/local-time.ts";
import { ROLE_NAMES } from "./management-data.ts";

/** The last local day of an access, as the value of a date field. */
export function lastDayOf(endsAt: number, timeZone: string): string {
  return formatLocalDay(endsAt - 1, timeZone);
}

/** The last local day of an access, as text for a sentence. */
export function lastDayText(endsAt: number, timeZone: string, language: string): string {
  return formatDateText(endsAt - 1, timeZone, language);
}

/** Describes an access level and its expiry. */
export function useAccessText(timeZone: string): (role: number, endsAt: number | null) => string {
  const { t, i18n } = useTranslation("management");
  const showDay = (endsAt: number) => lastDayText(endsAt, timeZone, i18n.language);
  return (role, endsAt) => {
    const granted = MEMBER_ROLES.find((one) => one === role);
    const name = granted === undefined ? "none" : ROLE_NAMES[granted];
    const text = t(`roles.${name}`);
    return endsAt === null ? text : t("upTo", { role: text, date: showDay(endsAt) });
  };
}
