import type { Episode } from "./monitor.ts";

/** Changes that make the rows of one key equal to its episodes. */
export type Reconciliation<Row extends Episode, Found extends Episode> = {
  insert: Found[];
  /** Rows that keep their identity, with their episode; unchanged rows are absent. */
  update: { row: Row; episode: Found }[];
  remove: Row[];
};

/**
 * Compares the rows of one key with the episodes that evaluation found, both ascending and from the same anchor. A row
 * stays the row of the episode with the same start, otherwise of the first one that overlaps it, so that its
 * acknowledgement and its notifications remain.
 */
export function reconcileEpisodes<Row extends Episode, Found extends Episode>(
  rows: readonly Row[],
  episodes: readonly Found[],
): Reconciliation<Row, Found> {
  const partners = new Map<Found, Row>();
  const free = new Set(rows);
  const pair = (matches: (row: Row, episode: Found) => boolean) => {
    for (const episode of episodes) {
      if (partners.has(episode)) continue;
      const row = rows.find((candidate) => free.has(candidate) && matches(candidate, episode));
      if (!row) continue;
      partners.set(episode, row);
      free.delete(row);
    }
  };
  pair((row, episode) => row.startTime === episode.startTime);
  pair(overlap);
  const update: { row: Row; episode: Found }[] = [];
  for (const [episode, row] of partners) {
    if (!areEqual(row, episode)) update.push({ row, episode });
  }
  return { insert: episodes.filter((each) => !partners.has(each)), update, remove: [...free] };
}

function overlap(one: Episode, other: Episode): boolean {
  return (
    one.startTime <= (other.endTime ?? Number.POSITIVE_INFINITY) &&
    other.startTime <= (one.endTime ?? Number.POSITIVE_INFINITY)
  );
}

/** Returns whether two episodes are stored alike. */
function areEqual(one: Episode, other: Episode): boolean {
  return (
    one.startTime === other.startTime &&
    one.dateTime === other.dateTime &&
    one.endTime === other.endTime &&
    one.value === other.value &&
    one.limit === other.limit &&
    one.reason === other.reason
  );
}
