import type { Database } from "../connect.ts";

/** Reads when the sites stopped that are offline now and stopped in a period, and how many sites are online. */
export async function readStoppedSites(
  { $client }: Database,
  { from, until }: { from: number; until: number },
): Promise<{ stopped: number[]; online: number }> {
  const [stopped, online] = await $client.batch<{ value: number }>([
    $client
      .prepare(
        "select since as value from sites where not online and since between ?1 and ?2 and deleted_at is null",
      )
      .bind(from, until),
    $client.prepare("select count(*) as value from sites where online and deleted_at is null"),
  ]);
  return {
    stopped: (stopped?.results ?? []).map(({ value }) => value),
    online: online?.results[0]?.value ?? 0,
  };
}

/**
 * Holds notices of a mass outage, and their notifications. Each is held for its own time, also while others are held
 * already, so that a site may return within it.
 */
export async function holdNotices(
  { $client }: Database,
  ids: readonly number[],
  until: number,
): Promise<void> {
  const list = JSON.stringify(ids);
  await $client.batch([
    $client
      .prepare(
        `update notices set held_until = ?2
        where id in (select value from json_each(?1)) and held_until is null`,
      )
      .bind(list, until),
    $client
      .prepare(
        `update notifications set due_at = (select held_until from notices where id = notice_id)
        where notice_id in (select value from json_each(?1)) and settled_at is null and ready_at is null`,
      )
      .bind(list),
  ]);
}
