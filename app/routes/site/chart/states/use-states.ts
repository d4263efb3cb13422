import { useMemo, useRef } from "react";
import type { ApiAnswer } from "#app/api/api-types.ts";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { useLive } from "#app/live/live-context.ts";
import { useEquipmentName } from "#app/routes/site/use-equipment-name.ts";
import { useServerTime } from "#app/ui/server-clock.ts";
import type { Span } from "#domain/history/local-days.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { ChartSite } from "../open-chart.server.ts";
import { type PieceStates, piecesOf } from "./state-lanes.ts";

/** Delay of the query after a selection (specification, section 2). */
const DEBOUNCE_MS = 300;
const POLL_MS = MINUTE_MS;

export type ShownPiece = Omit<PieceStates, "name"> & { name: string };

/** Statuses of each piece of equipment in a span; polled while the span includes the present. */
export function useStates(site: ChartSite, span: Span, isPicked: boolean) {
  const now = useServerTime(site.now, POLL_MS);
  const input = { siteKey: site.siteKey, startDateTime: span.from, endDateTime: span.to };
  const query = useApiQuery("POST /site/v2/chart/periodrecord/alias/state", input, {
    debounceMs: isPicked ? DEBOUNCE_MS : 0,
    pollMs: span.to > now ? POLL_MS : null,
    keepPrevious: true,
  });
  // The equipment of the site, of which each piece has a chart even without a status in the span.
  const equipment = useApiQuery("POST /site/v2/equipment/getAllBySiteId", {
    siteKey: site.siteKey,
  });
  const { data, input: answered } = query;
  const silentSince = useLive(({ view }) => (view?.online === false && view.since) || null);
  const pieces = useMemo(() => {
    if (data === null) return null;
    const until = Math.min(now, silentSince ?? now);
    return piecesOf(data, { until, isOnline: silentSince === null });
  }, [data, now, silentSince]);
  const isWhole = data?.whole ?? true;
  /** Span of the shown intervals; the next answer may still be loading. */
  const shown = useMemo(
    () => answered && { from: answered.startDateTime, to: answered.endDateTime },
    [answered],
  );
  /**
   * Part of the span that can be counted: without the future, and without the time before the oldest row of an
   * incomplete answer.
   */
  const counted = useMemo(() => {
    if (shown === null || pieces === null) return null;
    const oldest = Math.min(...pieces.map((piece) => piece.intervals[0]?.from ?? shown.from));
    const from = isWhole ? shown.from : Math.max(shown.from, oldest);
    return { from, to: Math.max(from, Math.min(shown.to, now)) };
  }, [shown, pieces, isWhole, now]);
  return {
    ...query,
    now,
    shown,
    counted,
    isWhole,
    pieces: useNamed(pieces, equipment.data?.list ?? []),
  };
}

/**
 * All equipment that ever reported a status, as far as this page knows; without a status in the span its chart is
 * empty.
 */
function useNamed(
  pieces: readonly PieceStates[] | null,
  listed: ApiAnswer<"POST /site/v2/equipment/getAllBySiteId">["list"],
): ShownPiece[] | null {
  const live = useLive((site) => site.view?.equipment ?? null);
  const nameOf = useEquipmentName();
  const known = useRef(new Map<string, string | null>());
  for (const { address, name } of pieces ?? []) known.current.set(address, name);
  for (const { address, alias, model, status } of [...listed, ...(live ?? [])])
    if (status !== undefined || known.current.has(address))
      known.current.set(address, alias || model || null);
  if (pieces === null) return null;
  const found = new Map(pieces.map((piece) => [piece.address, piece.intervals]));
  const all = [...known.current]
    .map(([address, name]) => ({ address, name: nameOf(name ?? "", address) }))
    .sort((one, other) => (one.address < other.address ? -1 : 1));
  return all.map(({ address, name }) => ({
    address,
    // Equipment with the same name is distinguished by its number.
    name: all.filter((one) => one.name === name).length > 1 ? `${name} ${address.slice(4)}` : name,
    intervals: found.get(address) ?? NONE,
  }));
}

const NONE: PieceStates["intervals"] = [];
