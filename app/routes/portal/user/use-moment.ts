import { useSyncExternalStore } from "react";
import { formatTag } from "#domain/languages.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";

/** Day and time as the reader's place has them; the server, which does not know the place, says them in UTC. */
export function useMoment(): (at: number) => string {
  const { i18n } = useTranslation();
  const timeZone = useSyncExternalStore(
    () => () => {},
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "UTC",
  );
  const format = new Intl.DateTimeFormat(formatTag(i18n.language), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  });
  return (at) => format.format(at);
}
