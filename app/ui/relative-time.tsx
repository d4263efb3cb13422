import { useEffect, useState } from "react";
import { formatLocalTime } from "#domain/units/local-time.ts";
import { formatRelativeTime, nextChangeIn } from "#domain/units/relative-time.ts";

type RelativeTimeProps = {
  /** ms UTC */
  at: number;
  /** The server's clock when it made the page, ms UTC: what is first shown is the same on both sides. */
  now: number;
  timeZone: string;
  language: string;
  /** The text around it. */
  of?: (time: string) => string;
};

/** "3 minutes ago", kept true while it is on the page. */
export function RelativeTime({ at, now, timeZone, language, of = asItIs }: RelativeTimeProps) {
  const current = useClock(at, now);
  return (
    <time dateTime={new Date(at).toISOString()} title={formatLocalTime(at, timeZone)}>
      {of(formatRelativeTime(at, current, language, timeZone))}
    </time>
  );
}

const asItIs = (time: string) => time;

/** Server time now, told again whenever the text changes. */
function useClock(at: number, serverNow: number): number {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const start = performance.now();
    setElapsed(0);
    let timer: ReturnType<typeof setTimeout>;
    const schedule = () => {
      const wait = nextChangeIn(at, serverNow + performance.now() - start);
      if (wait === null) return;
      timer = setTimeout(() => {
        setElapsed(performance.now() - start);
        schedule();
      }, wait + 20);
    };
    schedule();
    return () => clearTimeout(timer);
  }, [at, serverNow]);
  return serverNow + elapsed;
}
