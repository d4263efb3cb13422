import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { Database } from "./connect.ts";

/** A budget of `burst` calls at once and one per `everyMs` afterwards. */
export type WriteBudget = { subject: string; everyMs: number; burst: number };

/** Tolerated difference between clocks, ms. */
const CLOCK_MARGIN_MS = MINUTE_MS;

/**
 * A budget is one instant, at which all calls so far would have finished if each had taken `everyMs`. A call writes one
 * row per budget, and a refused call none. An instant far beyond a full burst stems from a clock that was set back, and
 * counts as none; a small lead is tolerated, because calls overtake each other and clocks differ.
 */
const SPEND = `
  with asked as (
    select value ->> 0 as subject, value ->> 1 as every_ms, value ->> 2 as burst from json_each(?1))
  insert into write_budgets (subject, until)
  select subject, ?2 + every_ms from asked
  where not exists (
    select 1 from asked cross join write_budgets budget on budget.subject = asked.subject
    where budget.until - ?2 > every_ms * (burst - 1) and budget.until - ?2 <= every_ms * burst + ${CLOCK_MARGIN_MS})
  on conflict (subject) do update set until = excluded.until + case
    when until <= ?2 or until - ?2 > ${CLOCK_MARGIN_MS} + (excluded.until - ?2) * (
      select burst from asked where asked.subject = write_budgets.subject) then 0
    else until - ?2 end
  returning subject`;

const FREE_AT = `
  select max(until - (value ->> 1) * ((value ->> 2) - 1)) as freeAt
  from json_each(?1) cross join write_budgets on subject = value ->> 0`;

/**
 * Takes one call from all budgets, or from none.
 * @returns null, or the instant (ms UTC) at which the next call is allowed
 */
export async function spendWrite(
  { $client }: Database,
  budgets: readonly WriteBudget[],
  now: number,
): Promise<number | null> {
  const asked = JSON.stringify(
    budgets.map(({ subject, everyMs, burst }) => [subject, everyMs, burst]),
  );
  const { results } = await $client.prepare(SPEND).bind(asked, now).all();
  if (results.length === budgets.length) return null;
  const found = await $client.prepare(FREE_AT).bind(asked).first<{ freeAt: number | null }>();
  return found?.freeAt ?? now;
}

/** Deletes budgets that have been unused for an hour, because they are full. */
export async function deleteFullWriteBudgets({ $client }: Database, now: number): Promise<void> {
  await $client
    .prepare("delete from write_budgets where until < ?1")
    .bind(now - HOUR_MS)
    .run();
}
