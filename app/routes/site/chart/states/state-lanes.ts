import type { ApiAnswer } from "#app/api/api-types.ts";
import { toneOfEquipment } from "#app/ui/equipment-tone.ts";
import { EQUIPMENT_STATUSES, type EquipmentStatus } from "#domain/devices/equipment-statuses.ts";
import type { Span } from "#domain/history/local-days.ts";

/** A status between two instants, ms UTC; a lasting one ends now. */
export type StateInterval = Span & { status: EquipmentStatus; isLasting: boolean };

/** Statuses of one piece of equipment, ascending and without overlaps; there is a gap where the status is unknown. */
export type PieceStates = { address: string; name: string | null; intervals: StateInterval[] };

type StatesAnswer = ApiAnswer<"POST /site/v2/chart/periodrecord/alias/state">;

/** End of a status that is still lasting, ms UTC: now, or the site's last activity if it is offline. */
export type KnownUntil = { until: number; isOnline: boolean };

export function piecesOf(
  { statuses, list }: Pick<StatesAnswer, "statuses" | "list">,
  { until, isOnline }: KnownUntil,
): PieceStates[] {
  return list.map(({ address, equipmentType, equipmentTypeName, rows }) => ({
    address,
    name: equipmentTypeName === equipmentType ? null : equipmentTypeName,
    intervals: rows.flatMap(({ status, startTime, endTime }) => {
      const word = EQUIPMENT_STATUSES.find((one) => one === statuses[status]);
      const to = endTime ?? until;
      if (word === undefined || to <= startTime) return [];
      return [{ status: word, from: startTime, to, isLasting: isOnline && endTime === null }];
    }),
  }));
}

const TONES = ["fault", "warning", "good", "info", "quiet"] as const;

/** Rank of a status, the worst first. */
export function rankOf(status: EquipmentStatus): number {
  return TONES.indexOf(toneOfEquipment(status));
}

/** Statuses that occur in a span: faults and warnings at the top, idle statuses at the bottom. */
export function lanesOf(intervals: readonly StateInterval[], span: Span): EquipmentStatus[] {
  const found = new Set<EquipmentStatus>();
  for (const { status, from, to } of intervals)
    if (from < span.to && to > span.from) found.add(status);
  return EQUIPMENT_STATUSES.filter((status) => found.has(status)).sort(
    (one, other) => rankOf(one) - rankOf(other),
  );
}

export type StateBar = Span & { status: EquipmentStatus };

/** Bars of a lane that are closer than this, px, are merged. */
const APART_PX = 1.5;

/** Bars of a window, limited to what is visible however many intervals there are. */
export function barsOf(
  intervals: readonly StateInterval[],
  window: Span,
  width: number,
): StateBar[] {
  const apart = ((window.to - window.from) / Math.max(1, width)) * APART_PX;
  const bars: StateBar[] = [];
  const last = new Map<EquipmentStatus, StateBar>();
  for (let place = firstAfter(intervals, window.from); place < intervals.length; place += 1) {
    const { status, from, to } = intervals[place] as StateInterval;
    if (from >= window.to) break;
    const end = Math.min(to, window.to);
    const before = last.get(status);
    if (before !== undefined && from - before.to < apart) before.to = end;
    else {
      const bar = { status, from: Math.max(from, window.from), to: end };
      last.set(status, bar);
      bars.push(bar);
    }
  }
  return bars;
}

/** The interval that contains an instant; null if the status is unknown. */
export function intervalAt(intervals: readonly StateInterval[], at: number): StateInterval | null {
  const found = intervals[firstAfter(intervals, at)];
  return found !== undefined && found.from <= at ? found : null;
}

/** Index of the first interval that ends after an instant. */
export function firstAfter(intervals: readonly StateInterval[], at: number): number {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((intervals[middle]?.to ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Duration of each status in a span, ms, the longest first; null, which is last, is unknown time. */
export type StateShare = { status: EquipmentStatus | null; ms: number };

export function sharesOf(intervals: readonly StateInterval[], { from, to }: Span): StateShare[] {
  const known = new Map<EquipmentStatus | null, number>([[null, Math.max(0, to - from)]]);
  for (const interval of intervals) {
    const ms = Math.min(interval.to, to) - Math.max(interval.from, from);
    if (ms <= 0) continue;
    known.set(interval.status, (known.get(interval.status) ?? 0) + ms);
    known.set(null, (known.get(null) ?? 0) - ms);
  }
  return [...known]
    .map(([status, ms]) => ({ status, ms }))
    .filter(({ ms }) => ms > 0)
    .sort(
      (one, other) =>
        Number(one.status === null) - Number(other.status === null) || other.ms - one.ms,
    );
}
