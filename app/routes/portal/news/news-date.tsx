import { formatTag } from "#domain/languages.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { useOwnTimeZone } from "../../../ui/use-own-time-zone.ts";

/** The day on which something came out, where its reader is. */
export function NewsDate({ at }: { at: number }) {
  const { i18n } = useTranslation();
  const timeZone = useOwnTimeZone();
  const format = new Intl.DateTimeFormat(formatTag(i18n.language), { dateStyle: "long", timeZone });
  return <time dateTime={new Date(at).toISOString()}>{format.format(at)}</time>;
}
