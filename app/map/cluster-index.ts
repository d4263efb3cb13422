import Supercluster from "supercluster";
import type { SiteStatus } from "#domain/sites/site-status.ts";

/** Status of a marker: a site that has never been connected has one of its own. */
export type MarkedStatus = SiteStatus | "neverConnected";

/** A site as its marker shows it. */
export type MarkedSite = {
  id: number;
  name: string;
  latitude: number;
  longitude: number;
  status: MarkedStatus;
  /** Whether the user owns it, and may therefore select it. */
  owner: boolean;
};

/** One marker of a map: a site, or a cluster of sites that are too close to be separate. */
export type Marked =
  | { kind: "site"; key: string; latitude: number; longitude: number; site: MarkedSite }
  | {
      kind: "cluster";
      key: string;
      latitude: number;
      longitude: number;
      clusterId: number;
      count: number;
      worst: MarkedStatus;
    };

export type Box = { west: number; south: number; east: number; north: number };

/** Same order as in the list; copied because the domain's list loads more code than the map needs. */
export const WORST_FIRST: readonly MarkedStatus[] = [
  "fault",
  "warning",
  "offline",
  "standby",
  "off",
  "normal",
  "neverConnected",
] as const;

/** Smallest distance of two markers, px, so that a finger can select either. */
const RADIUS = 56;
/** Beyond this zoom level every site has its own marker. */
const MAX_CLUSTER_ZOOM = 17;
/** Radius of the ring around which sites with the same position are placed, °: some metres. */
const APART = 0.00012;

const rankOf = (status: MarkedStatus) => WORST_FIRST.indexOf(status);

/** Clusters sites for all zoom levels at once. */
export function indexSites(sites: readonly MarkedSite[]) {
  const index = new Supercluster<{ site: MarkedSite }, { rank: number }>({
    radius: RADIUS,
    maxZoom: MAX_CLUSTER_ZOOM,
    minPoints: 2,
    map: ({ site }) => ({ rank: rankOf(site.status) }),
    reduce: (all, { rank }) => {
      all.rank = Math.min(all.rank, rank);
    },
  });
  index.load(
    spread(sites).map(({ site, latitude, longitude }) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: [longitude, latitude] },
      properties: { site },
    })),
  );
  return {
    /** Markers within a box at a zoom level. */
    markedIn({ west, south, east, north }: Box, zoom: number): Marked[] {
      return index.getClusters([west, south, east, north], Math.floor(zoom)).map((found) => {
        const [longitude = 0, latitude = 0] = found.geometry.coordinates;
        const { properties } = found;
        if (!("cluster" in properties)) {
          const { site } = properties;
          return { kind: "site", key: `site ${site.id}`, latitude, longitude, site };
        }
        const { cluster_id: clusterId, point_count: count, rank } = properties;
        const worst = WORST_FIRST[rank] ?? "normal";
        const key = `cluster ${clusterId} ${count} ${worst}`;
        return { kind: "cluster", key, latitude, longitude, clusterId, count, worst };
      });
    },
    /** Zoom level at which a cluster splits. */
    opensAt: (clusterId: number) => index.getClusterExpansionZoom(clusterId),
  };
}

/** Sites with the same position are placed on a ring, so that each can be selected. */
function spread(sites: readonly MarkedSite[]) {
  const places = new Map<string, MarkedSite[]>();
  for (const site of sites) {
    const place = `${site.latitude.toFixed(5)} ${site.longitude.toFixed(5)}`;
    places.set(place, [...(places.get(place) ?? []), site]);
  }
  return [...places.values()].flatMap((together) =>
    together.map((site, turn) => {
      if (together.length === 1)
        return { site, latitude: site.latitude, longitude: wrap(site.longitude) };
      const angle = (turn / together.length) * 2 * Math.PI;
      const far = APART * Math.max(1, together.length / 8);
      const shrink = Math.max(0.1, Math.cos((site.latitude * Math.PI) / 180));
      return {
        site,
        latitude: site.latitude + far * Math.sin(angle),
        longitude: wrap(site.longitude + (far * Math.cos(angle)) / shrink),
      };
    }),
  );
}

/** Wraps a longitude to -180 or more and below 180. */
function wrap(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}

/** Smallest box around all sites, across the antimeridian if that is shorter; null if there are none. */
export function boxAround(sites: readonly MarkedSite[]): Box | null {
  if (sites.length === 0) return null;
  const latitudes = sites.map(({ latitude }) => latitude);
  const sorted = sites.map(({ longitude }) => longitude).sort((one, other) => one - other);
  let west = sorted[0] ?? 0;
  let widest = west + 360 - (sorted.at(-1) ?? 0);
  for (const [place, longitude] of sorted.entries()) {
    const gap = longitude - (sorted[place - 1] ?? longitude);
    if (gap > widest) [widest, west] = [gap, longitude];
  }
  return {
    west,
    east: west + 360 - widest,
    // Not spread into arguments, because the list may exceed their maximum number.
    south: latitudes.reduce((least, one) => Math.min(least, one)),
    north: latitudes.reduce((most, one) => Math.max(most, one)),
  };
}
