import { formatTag } from "#domain/languages.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ROLE_NAMES } from "./management-data.ts";

/** Days and times as the site's place has them. */
export function useDays(timeZone: string) {
  const { i18n } = useTranslation();
  const tag = formatTag(i18n.language);
  const day = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeZone });
  const moment = new Intl.DateTimeFormat(tag, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  });
  return {
    moment: (at: number) => moment.format(at),
    /** The last day of a right that ends with it. */
    lastDay: (endsAt: number) => day.format(endsAt - 1),
  };
}

/** What somebody may, and until when. */
export function useRightText(timeZone: string): (role: number, endsAt: number | null) => string {
  const { t } = useTranslation("management");
  const { lastDay } = useDays(timeZone);
  return (role, endsAt) => {
    const name = role === 1 || role === 2 || role === 3 ? ROLE_NAMES[role] : "none";
    const said = t(`roles.${name}`);
    return endsAt === null ? said : t("upTo", { role: said, date: lastDay(endsAt) });
  };
}
