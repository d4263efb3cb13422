import { formatTag } from "#domain/languages.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { useOwnTimeZone } from "../../../ui/use-own-time-zone.ts";

/** Day and time as the reader's place has them. */
export function useMoment(): (at: number) => string {
  const { i18n } = useTranslation();
  const timeZone = useOwnTimeZone();
  const format = new Intl.DateTimeFormat(formatTag(i18n.language), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  });
  return (at) => format.format(at);
}
