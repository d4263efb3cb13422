import "#app/map/map.css";
import { DivIcon, Map as LeafletMap, Marker } from "leaflet";
import { openMap } from "#app/map/base-map.ts";
import type { MarkedSite } from "#app/map/cluster-index.ts";
import { layOutSites } from "#app/map/site-layer.ts";

const SITES = 1_000;
const SPEED = 0.6;
const STATUSES = ["normal", "normal", "normal", "warning", "fault", "offline"] as const;

/** The same ones each time, all over Europe. */
function makeSites(): MarkedSite[] {
  let seed = 7;
  const next = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: SITES }, (_, id) => ({
    id,
    name: `Site ${id}`,
    latitude: 37 + 22 * next(),
    longitude: -9 + 38 * next(),
    status: STATUSES[id % STATUSES.length] ?? "normal",
    owner: false,
  }));
}

const sites = makeSites();
const ground = document.querySelector<HTMLElement>("#ground");
if (ground === null) throw new Error("the page has no place for a map");
const texts = { zoomIn: "+", zoomOut: "-", outlines: "" };

/** The portal's map, and one that has nothing but the markers. */
function openOurs(place: HTMLElement): LeafletMap {
  const { map } = openMap(place, texts);
  const layer = layOutSites(map, {
    texts: { site: (name) => name, cluster: (count) => `${count}`, number: (count) => `${count}` },
    onPick: () => undefined,
  });
  layer.show(sites, false);
  return map;
}

function openBare(place: HTMLElement): LeafletMap {
  const map = new LeafletMap(place, { zoomControl: false, attributionControl: false });
  map.setView([48, 10], 5);
  const icon = new DivIcon({ className: "map-dot", iconSize: [22, 22] });
  for (const { latitude, longitude, name } of sites)
    new Marker([latitude, longitude], { icon, title: name }).addTo(map);
  return map;
}

const map = location.search.includes("bare") ? openBare(ground) : openOurs(ground);
map.setView([48, 10], 5, { animate: false });

/** Moves the map in circles, and answers how long each frame took, ms. */
async function pan(ms: number): Promise<number[]> {
  const frames: number[] = [];
  const begun = performance.now();
  for (let last = begun; last - begun < ms; ) {
    const now = await new Promise<number>(requestAnimationFrame);
    const way = SPEED * Math.min(100, now - last);
    const angle = (now - begun) / 700;
    map.panBy([way * Math.cos(angle), way * Math.sin(angle)], { animate: false });
    frames.push(now - last);
    last = now;
  }
  // The first begins somewhere within a frame.
  return frames.slice(1);
}

Object.assign(globalThis, { pan });
