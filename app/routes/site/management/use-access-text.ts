import { formatLocalDay } from "#domain/units/local-time.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ROLE_NAMES } from "./management-data.ts";

/** The last local day of access that ends with that day. */
export function lastDayOf(endsAt: number, timeZone: string): string {
  return formatLocalDay(endsAt - 1, timeZone);
}

/** Describes an access level and its expiry. */
export function useAccessText(timeZone: string): (role: number, endsAt: number | null) => string {
  const { t } = useTranslation("management");
  return (role, endsAt) => {
    const name = role === 1 || role === 2 || role === 3 ? ROLE_NAMES[role] : "none";
    const said = t(`roles.${name}`);
    return endsAt === null ? said : t("upTo", { role: said, date: lastDayOf(endsAt, timeZone) });
  };
}
