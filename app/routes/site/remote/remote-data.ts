import type { ApiAnswer } from "#app/api/api-types.ts";
import type { FormResult } from "#app/forms/use-own-form.ts";
import type { ParamExtra, ParamLocks, ParamSite } from "../param/param-data.ts";
import type { Setting } from "../param/setting.ts";

/** Components of a site with their updates, and what no update can begin for. */
export type Updates = ApiAnswer<"POST /site/v2/equipment/getUpdateInfoBySiteId">;
export type UpdateRow = Updates["list"][number];
export type UpdateRecord = Updates["updates"][number];
export type Awaited = Updates["awaited"];
export type Release = NonNullable<UpdateRow["available"]>;
/** A row whose release can be installed. */
export type OfferedRow = UpdateRow & { available: Release };

/** Results of the page's forms beside their problem. */
export type RemoteExtra = ParamExtra & {
  /** Why an update did not begin. */
  refusal: string;
};
export type RemoteResult = FormResult<RemoteExtra>;

/** The site of the page; `mayLock` is whether the user may lift the lock of all changes. */
export type RemoteSite = ParamSite & { mayLock: boolean };

export type RemoteData = {
  site: RemoteSite;
  /** ms UTC */
  now: number;
  updates: Updates;
  locks: ParamLocks;
  controls: readonly Setting[];
  guards: ApiAnswer<"POST /site/v2/setting/list">["guards"];
  /** Settings that changed without the portal. */
  drifts: readonly Setting[];
  changes: ApiAnswer<"POST /site/v2/setting/changes">;
};

/** Rows of one piece of equipment. */
export type EquipmentRows = { address: string; rows: readonly UpdateRow[] };

/** Groups rows by equipment, in their order. */
export function groupRows(rows: readonly UpdateRow[]): EquipmentRows[] {
  const groups = Map.groupBy(rows, ({ address }) => address);
  return [...groups].map(([address, own]) => ({ address, rows: own }));
}

export function isOffered(row: UpdateRow): row is OfferedRow {
  return row.available !== null && !row.updating;
}

/**
 * Settings of the updated equipment that changed since an update began; the portal reads them once the new version is
 * reported.
 */
export function findCleared(
  drifts: readonly Setting[],
  update: Pick<UpdateRecord, "address" | "at"> | undefined,
): Setting[] {
  if (update === undefined) return [];
  return drifts.filter(
    ({ address, drift }) =>
      address.startsWith(update.address) && drift !== null && drift.at >= update.at,
  );
}

type Snapshot = { at: number; reason: string };

/**
 * The snapshot that shows the settings before an update. Settings that were never read before are read while the file is
 * transferred, and the snapshot of that is newer than the update.
 * @param list newest first
 * @param at when the update began, ms UTC
 * @param cleared settings that it has changed
 */
export function findSnapshotBefore<Known extends Snapshot>(
  list: readonly Known[],
  at: number,
  cleared: readonly Pick<Setting, "drift">[],
): Known | null {
  const changedAt = Math.min(...cleared.map(({ drift }) => drift?.at ?? Infinity));
  const isBefore = (one: Known) =>
    one.at <= at || (one.reason === "first connection" && one.at <= changedAt);
  return list.find(isBefore) ?? null;
}
