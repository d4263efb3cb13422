import type { SiteStatus } from "#domain/sites/site-status.ts";
import type { MarkedSite } from "./cluster-index.ts";

type PackedMarker = [id: number, name: string, latitude: number, longitude: number, status: number];
type Packed = [statuses: SiteStatus[], rows: PackedMarker[]];

/** Encodes markers as one string, because there may be ten thousand of them. */
export function packMap(sites: readonly MarkedSite[]): string {
  const statuses: SiteStatus[] = [];
  const placeOf = (status: SiteStatus) => {
    const known = statuses.indexOf(status);
    return known === -1 ? statuses.push(status) - 1 : known;
  };
  const rows = sites.map(
    ({ id, name, latitude, longitude, status }): PackedMarker => [
      id,
      name,
      latitude,
      longitude,
      placeOf(status),
    ],
  );
  return JSON.stringify([statuses, rows] satisfies Packed);
}

export function unpackMap(packed: string): MarkedSite[] {
  const [statuses, rows] = JSON.parse(packed) as Packed;
  return rows.map(([id, name, latitude, longitude, status]) => ({
    id,
    name,
    latitude,
    longitude,
    status: statuses[status] ?? "offline",
  }));
}
