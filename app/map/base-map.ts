import "leaflet/dist/leaflet.css";
import { control, Map as LeafletMap, TileLayer } from "leaflet";
import type { TileSettings } from "../routes/map-tiles.ts";
import { OutlineLayer } from "./outline-layer.ts";
import { type Pin, type PinStyles, putPin } from "./pin.ts";

export type MapTexts = { zoomIn: string; zoomOut: string; outlines: string };

/** An open map, and what can be placed on it without importing Leaflet. */
export type OpenMap = {
  map: LeafletMap;
  putPin(at: [latitude: number, longitude: number], styles: PinStyles): Pin;
};

/** Replaces a tile that could not be loaded; the outlines show through. */
const NOTHING = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
/** Ten times around, °: panning ends there. */
const MAX_LONGITUDE = 3600;
const MAX_LATITUDE = 85.06;

/** Opens a map with the bundled outlines below the operator's tiles. Browser only. */
export function openMap(ground: HTMLElement, texts: MapTexts): OpenMap {
  const isRtl = document.documentElement.dir === "rtl";
  const map = new LeafletMap(ground, {
    center: [25, 10],
    zoom: 2,
    minZoom: 1,
    maxZoom: 19,
    zoomControl: false,
    attributionControl: false,
    worldCopyJump: true,
    maxBounds: [
      [-MAX_LATITUDE, -MAX_LONGITUDE],
      [MAX_LATITUDE, MAX_LONGITUDE],
    ],
    maxBoundsViscosity: 1,
  });
  control
    .zoom({
      position: isRtl ? "topright" : "topleft",
      zoomInTitle: texts.zoomIn,
      zoomOutTitle: texts.zoomOut,
    })
    .addTo(map);
  const thanks = control
    .attribution({ position: isRtl ? "bottomleft" : "bottomright", prefix: false })
    .addAttribution(escapeHtml(texts.outlines))
    .addTo(map);
  control.scale({ position: isRtl ? "topright" : "topleft", imperial: false }).addTo(map);
  map.createPane("outlines").style.zIndex = "150";
  const outlines = new OutlineLayer().addTo(map);
  const appearance = new MutationObserver(() => outlines.redraw());
  appearance.observe(document.documentElement, { attributeFilter: ["class"] });
  // The map was hidden, or its container changed its size.
  const room = new ResizeObserver(() => map.invalidateSize({ pan: false }));
  room.observe(ground);
  map.on("unload", () => {
    appearance.disconnect();
    room.disconnect();
  });
  void readTileSettings().then((settings) => {
    if (settings === null || !ground.isConnected) return;
    thanks.addAttribution(thanksTo(settings));
    new TileLayer(settings.url, { maxZoom: 19, errorTileUrl: NOTHING }).addTo(map);
  });
  return { map, putPin: (at, styles) => putPin(map, at, styles) };
}

function thanksTo({ attribution: { text, href } }: NonNullable<TileSettings>): string {
  if (href === null) return escapeHtml(text);
  return `<a href="${escapeHtml(href)}" target="_blank" rel="noreferrer">${escapeHtml(text)}</a>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

let requested: Promise<TileSettings> | undefined;

/** Loads the settings once for all maps of a page; null also if the server does not answer. */
function readTileSettings(): Promise<TileSettings> {
  requested ??= fetch("/map/tiles")
    .then((answer): Promise<TileSettings> | null => (answer.ok ? answer.json() : null))
    .catch(() => {
      requested = undefined;
      return null;
    });
  return requested;
}
