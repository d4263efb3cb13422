import type { Runtime } from "../runtime.ts";

const EVERY_MS = 1_000;

/** Plans due notifications and sends due e-mails of the local platform every second instead of every minute. */
export function startMailTimer(runtime: Pick<Runtime, "database" | "runScheduled">): Disposable {
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    // Requests fail while workerd restarts; the next second sends another.
    sendDue(runtime)
      .catch(() => undefined)
      .finally(() => {
        isBusy = false;
      });
  }, EVERY_MS);
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
    },
  };
}

async function sendDue({ database, runScheduled }: Pick<Runtime, "database" | "runScheduled">) {
  const now = new Date();
  const due = await database
    .prepare(
      `select * from (select id from mails where due_at <= ?1 and sent_at is null and failed_at is null
        and (taken_until is null or taken_until <= ?1) limit 1)
      union all select * from (select id from notifications where due_at <= ?1 and settled_at is null
        and ready_at is null limit 1)
      union all select * from (select id from notices where next_at <= ?1 limit 1) limit 1`,
    )
    .bind(now.getTime())
    .first();
  if (due !== null) await runScheduled("* * * * *", now);
}
