import { useTranslation } from "#app/i18n/use-translation.ts";
import { useOwnClock } from "#app/ui/use-own-clock.ts";
import { formatTimeText } from "#domain/units/date-text.ts";

/** Date and time for a sentence, in the reader's time zone. */
export function useMoment(): (at: number) => string {
  const clock = useOwnClock();
  const { language } = useTranslation().i18n;
  return (at) => formatTimeText(clock(at), "UTC", language);
}
