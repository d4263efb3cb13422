import { Cron } from "croner";
import type { Runtime } from "./runtime.ts";

/** Runs the scheduled jobs at their times, because the local runtime has no scheduler. */
export function startCronTimer(
  runtime: Pick<Runtime, "crons" | "runScheduled">,
  onError: (error: unknown) => void,
): Disposable {
  const timers = runtime.crons.map(
    (cron) =>
      new Cron(cron, { timezone: "UTC", protect: true, catch: (error) => onError(error) }, () =>
        runtime.runScheduled(cron, new Date()),
      ),
  );
  return {
    [Symbol.dispose]() {
      for (const timer of timers) timer.stop();
    },
  };
}
