import { EXPIRED_BEFORE, type SiteRetention } from "#protocol/site-rpc.ts";
import type { SeriesStore } from "./series-store.ts";

/** The retention of an object without data: all samples are kept. */
export const KEEP_ALL: SiteRetention = toRetention(null, Number.NEGATIVE_INFINITY);

/** @param expiredBefore ms UTC, negative infinity if nothing has expired */
function toRetention(years: number | null, expiredBefore: number): SiteRetention {
  return { years, [EXPIRED_BEFORE]: Number.isFinite(expiredBefore) ? expiredBefore : null };
}

export function describeRetention({ retention }: Pick<SeriesStore, "retention">): SiteRetention {
  return toRetention(retention.years, retention.expiredBefore);
}
