import { useTranslation } from "#app/i18n/use-translation.ts";
import { useOwnClock } from "#app/ui/use-own-clock.ts";
import { formatDateText } from "#domain/units/date-text.ts";

/** Day of publication in the reader's time zone. */
export function NewsDate({ at }: { at: number }) {
  const clock = useOwnClock();
  const { language } = useTranslation().i18n;
  return (
    <time dateTime={new Date(at).toISOString()}>{formatDateText(clock(at), "UTC", language)}</time>
  );
}
