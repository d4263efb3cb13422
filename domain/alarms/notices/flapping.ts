import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { AlarmRow } from "../alarm-row.ts";

/** A key flaps with more episodes than this in an hour. */
export const MAX_EPISODES_PER_HOUR = 5;
/** A key flaps until it has been quiet for this long, ms. */
export const QUIET_MS = 30 * MINUTE_MS;

/** Episodes of one key that share a row of the log. All instants are ms UTC. */
export type EpisodeGroup<Episode> = {
  episodes: Episode[];
  /** Instant at which the key began to flap: the start of the first episode above the maximum; null for one episode. */
  flappingAt: number | null;
  /** End of the row: that of its last episode; null while this is active or the key may still flap. */
  endTime: number | null;
  /** While the key flaps and is not active: the instant at which it has been quiet for long enough. */
  quietAt: number | null;
};

type Timed = Pick<AlarmRow, "startTime" | "endTime">;

/**
 * Groups the episodes of one key into rows. More than five episodes whose starts lie within an hour are one row from
 * the first of them, which continues with every further episode until the key has been quiet for 30 min. All other
 * episodes have their own rows.
 * @param episodes ascending; only the last one may be active
 * @param now instant up to which the key is known to be quiet, ms UTC
 * @param begun the last episode before these if its key flapped then; its row is the first one of the result
 */
export function groupFlapping<Episode extends Timed>(
  episodes: readonly Episode[],
  now: number,
  begun: { last: Episode; flappingAt: number } | null = null,
): EpisodeGroup<Episode>[] {
  const groups: EpisodeGroup<Episode>[] = [];
  if (begun !== null) {
    const { last, flappingAt } = begun;
    groups.push({ episodes: [last], flappingAt, endTime: null, quietAt: null });
  }
  for (const episode of episodes) {
    const last = groups.at(-1);
    if (last !== undefined && last.flappingAt !== null && isContinued(last, episode)) {
      last.episodes.push(episode);
      continue;
    }
    groups.push({ episodes: [episode], flappingAt: null, endTime: null, quietAt: null });
    joinRecent(groups);
  }
  for (const group of groups) settleGroup(group, group === groups.at(-1) ? now : null);
  return groups;
}

function isContinued<Episode extends Timed>(
  { episodes }: EpisodeGroup<Episode>,
  { startTime }: Timed,
): boolean {
  const end = episodes.at(-1)?.endTime ?? Number.POSITIVE_INFINITY;
  return startTime - end < QUIET_MS;
}

/** Joins the last groups into one if their key flaps. */
function joinRecent<Episode extends Timed>(groups: EpisodeGroup<Episode>[]): void {
  const recent = groups.slice(-MAX_EPISODES_PER_HOUR - 1);
  const [first, newest] = [recent[0]?.episodes[0], recent.at(-1)?.episodes[0]];
  if (recent.length <= MAX_EPISODES_PER_HOUR || first === undefined || newest === undefined) return;
  if (recent.some(({ flappingAt }) => flappingAt !== null)) return;
  if (newest.startTime - first.startTime > HOUR_MS) return;
  groups.splice(-recent.length, recent.length, {
    episodes: recent.flatMap(({ episodes }) => episodes),
    flappingAt: newest.startTime,
    endTime: null,
    quietAt: null,
  });
}

function settleGroup<Episode extends Timed>(
  group: EpisodeGroup<Episode>,
  now: number | null,
): void {
  const end = group.episodes.at(-1)?.endTime ?? null;
  group.endTime = end;
  if (group.flappingAt === null || end === null || now === null || now - end >= QUIET_MS) return;
  group.endTime = null;
  group.quietAt = end + QUIET_MS;
}
