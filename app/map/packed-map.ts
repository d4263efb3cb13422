import type { MarkedSite, MarkedStatus } from "./cluster-index.ts";

type PackedMarker = [
  id: number,
  name: string,
  latitude: number,
  longitude: number,
  /** Twice the place of the status, plus 1 for an own site. */
  status: number,
];
type Packed = [statuses: MarkedStatus[], rows: PackedMarker[]];

/** Encodes markers as one string, because there may be ten thousand of them. */
export function packMap(sites: readonly MarkedSite[]): string {
  const statuses: MarkedStatus[] = [];
  const placeOf = (status: MarkedStatus) => {
    const known = statuses.indexOf(status);
    return known === -1 ? statuses.push(status) - 1 : known;
  };
  const rows = sites.map(
    ({ id, name, latitude, longitude, status, owner }): PackedMarker => [
      id,
      name,
      latitude,
      longitude,
      2 * placeOf(status) + (owner ? 1 : 0),
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
    status: statuses[status >> 1] ?? "offline",
    owner: status % 2 === 1,
  }));
}
