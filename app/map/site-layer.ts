import { DivIcon, LatLngBounds, type Map as LeafletMap, Marker } from "leaflet";
import { STATUS_TONE } from "../ui/status-badge.tsx";
import {
  boxAround,
  indexSites,
  type Marked,
  type MarkedSite,
  type MarkedStatus,
} from "./cluster-index.ts";
import { panIntoView } from "./pan-into-view.ts";

export type LayerTexts = {
  site(name: string, status: MarkedStatus): string;
  cluster(count: number, worst: MarkedStatus): string;
  number(count: number): string;
};

type LayerOptions = { texts: LayerTexts; onPick: (site: MarkedSite) => void };

/** Share by which the area with markers exceeds the window, so that a short pan needs no new ones. */
const AROUND = 0.3;
const NEAREST_FIT = 11;
const DOT = 22;

export type SiteLayer = ReturnType<typeof layOutSites>;

/** Sites on a map as clusters and dots: only those near the visible area are in the document. */
export function layOutSites(map: LeafletMap, { texts, onPick }: LayerOptions) {
  let index = indexSites([]);
  let covered: LatLngBounds | null = null;
  let picked: number | null = null;
  let selected: ReadonlySet<number> | null = null;
  const markers = new Map<string, Marker>();

  const refresh = () => {
    const bounds = map.getBounds().pad(AROUND);
    covered = bounds;
    const box = {
      west: bounds.getWest(),
      east: bounds.getEast(),
      south: Math.max(-90, bounds.getSouth()),
      north: Math.min(90, bounds.getNorth()),
    };
    const middle = map.getCenter().lng;
    const wanted = new Map(index.markedIn(box, map.getZoom()).map((one) => [one.key, one]));
    for (const [key, marker] of markers)
      if (!wanted.has(key)) {
        marker.remove();
        markers.delete(key);
      }
    for (const [key, marked] of wanted) {
      const at: [number, number] = [marked.latitude, nearest(marked.longitude, middle)];
      const there = markers.get(key);
      if (there !== undefined) there.setLatLng(at);
      else markers.set(key, put(marked, at));
    }
  };

  const put = (marked: Marked, at: [number, number]): Marker => {
    const marker = new Marker(at, {
      icon: iconOf(marked, texts),
      keyboard: true,
      riseOnHover: true,
      zIndexOffset: marked.kind === "cluster" ? 0 : 100,
    }).addTo(map);
    styleMarker(marker.getElement(), marked);
    const act = () => (marked.kind === "site" ? onPick(marked.site) : openCluster(marked));
    marker.on("click", act);
    marker.on("keydown", ({ originalEvent }) => {
      if (originalEvent.key !== "Enter" && originalEvent.key !== " ") return;
      originalEvent.preventDefault();
      // The focused marker is removed with its cluster.
      if (marked.kind === "cluster") map.getContainer().focus({ preventScroll: true });
      act();
    });
    return marker;
  };

  const styleMarker = (element: HTMLElement | undefined, marked: Marked) => {
    if (element === undefined) return;
    const status = marked.kind === "site" ? marked.site.status : marked.worst;
    const label =
      marked.kind === "site"
        ? texts.site(marked.site.name, status)
        : texts.cluster(marked.count, status);
    element.dataset.tone = STATUS_TONE[status];
    element.dataset.status = status;
    element.setAttribute("aria-label", label);
    element.title = label;
    if (marked.kind === "site") press(element, marked.site.id);
  };

  /** Marks the site whose card is open, or while sites are being selected each selected one. */
  const press = (element: HTMLElement | undefined, siteId: number) => {
    const isPressed = selected === null ? siteId === picked : selected.has(siteId);
    element?.setAttribute("aria-pressed", String(isPressed));
    element?.toggleAttribute("data-selected", selected?.has(siteId) === true);
  };
  const pressAll = () => {
    for (const [key, marker] of markers)
      if (key.startsWith("site ")) press(marker.getElement(), Number(key.slice("site ".length)));
  };

  const openCluster = ({ clusterId, latitude, longitude }: Marked & { kind: "cluster" }) => {
    const at: [number, number] = [latitude, nearest(longitude, map.getCenter().lng)];
    map.setView(at, Math.min(map.getMaxZoom(), index.opensAt(clusterId)));
  };

  const followPan = () => {
    if (covered?.contains(map.getBounds()) !== true) refresh();
  };
  map.on("moveend zoomend", refresh);
  map.on("move", followPan);

  return {
    show(sites: readonly MarkedSite[], fits: boolean) {
      index = indexSites(sites);
      for (const marker of markers.values()) marker.remove();
      markers.clear();
      const box = boxAround(sites);
      if (fits && box !== null)
        map.fitBounds(new LatLngBounds([box.south, box.west], [box.north, box.east]), {
          padding: [48, 48],
          maxZoom: NEAREST_FIT,
          animate: false,
        });
      refresh();
    },
    pick(siteId: number | null) {
      picked = siteId;
      pressAll();
      const marker = markers.get(`site ${siteId}`)?.getElement();
      if (marker !== undefined) panIntoView(map, marker);
    },
    /** Marks the selected sites; null while none are being selected. */
    select(siteIds: ReadonlySet<number> | null) {
      selected = siteIds;
      pressAll();
    },
    /** Returns the focus to a site's marker, or to the map if the marker is not shown. */
    focus(siteId: number) {
      (markers.get(`site ${siteId}`)?.getElement() ?? map.getContainer()).focus();
    },
    remove() {
      map.off("moveend zoomend", refresh);
      map.off("move", followPan);
      for (const marker of markers.values()) marker.remove();
    },
  };
}

/** The longitude on the copy of the world that is visible. */
function nearest(longitude: number, middle: number): number {
  return longitude + 360 * Math.round((middle - longitude) / 360);
}

function iconOf(marked: Marked, texts: LayerTexts): DivIcon {
  if (marked.kind === "site") return new DivIcon({ className: "map-dot", iconSize: [DOT, DOT] });
  const size = 30 + 7 * Math.min(4, Math.log10(marked.count) * 1.4);
  const number = document.createElement("span");
  number.textContent = texts.number(marked.count);
  return new DivIcon({ className: "map-cluster", html: number, iconSize: [size, size] });
}
