import { Moment } from "../../../ui/moment.tsx";
import { useOwnTimeZone } from "../../../ui/use-own-time-zone.ts";

/** The day on which something came out, where its reader is. */
export function NewsDate({ at }: { at: number }) {
  return <Moment at={at} timeZone={useOwnTimeZone()} dayOnly />;
}
