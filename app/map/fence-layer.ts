import { Circle, type LatLng, type Map as LeafletMap, Polygon } from "leaflet";
// Imported after Leaflet, which it extends.
import "@geoman-io/leaflet-geoman-free";
import type { Geofence } from "#domain/sites/geofence.ts";
import { unwrapCorners } from "./fence-shape.ts";
import { roundPosition } from "./round-position.ts";

const FENCE_STYLE = { className: "map-fence", interactive: true };
/** Least and greatest radius of a geofence, m. */
const FENCE_RADII = [10, 100_000] as const;

export type FenceLayer = ReturnType<typeof openFenceLayer>;

/** Shows one fence on a map with handles, and reports changes by drawing or dragging. */
export function openFenceLayer(
  map: LeafletMap,
  {
    onDraw,
    onEnd,
    radii: [least, most] = FENCE_RADII,
  }: {
    onDraw: (fence: Geofence) => void;
    onEnd: () => void;
    /** Least and greatest radius of a circle, m. */
    radii?: readonly [number, number];
  },
) {
  // The map was created before the drawing plug-in was loaded.
  extended().L.PM.reInitLayer(map);
  let shown: Circle | Polygon | null = null;

  const read = (layer: Circle | Polygon): Geofence => {
    if (layer instanceof Circle) {
      const radius = Math.round(Math.max(least, Math.min(most, layer.getRadius())));
      return { shape: "circle", centre: positionOf(layer.getLatLng()), radius };
    }
    const [ring = []] = layer.getLatLngs() as LatLng[][];
    return { shape: "polygon", corners: ring.map(positionOf) };
  };
  const hold = (layer: Circle | Polygon) => {
    shown = layer;
    layer.pm.enable({ allowSelfIntersection: true, snappable: false, draggable: true });
    layer.on("pm:edit", () => onDraw(read(layer)));
  };
  const drop = () => {
    shown?.pm.disable();
    shown?.remove();
    shown = null;
  };
  // Keyboard users edit the fence in its number fields, so handles without a name would only add tab stops.
  const handles = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof HTMLElement && node.classList.contains("marker-icon")) hide(node);
  });
  const pane = map.getPane("markerPane");
  if (pane !== undefined) handles.observe(pane, { childList: true });
  map.on("unload", () => handles.disconnect());
  map.on("pm:create", ({ layer }) => {
    const drawn = layer as Circle | Polygon;
    const fence = read(drawn);
    drawn.remove();
    onDraw(fence);
  });
  map.on("pm:drawend", onEnd);
  return {
    show(fence: Geofence | null, isEdited: boolean) {
      drop();
      if (fence === null) return;
      const layer =
        fence.shape === "circle"
          ? new Circle([fence.centre.latitude, fence.centre.longitude], {
              ...FENCE_STYLE,
              radius: fence.radius,
            })
          : new Polygon(unwrapCorners(fence.corners), FENCE_STYLE);
      layer.addTo(map);
      if (isEdited) hold(layer);
      else shown = layer;
    },
    fit() {
      if (shown !== null) map.fitBounds(shown.getBounds(), { padding: [40, 40], animate: false });
    },
    draw(shape: Geofence["shape"]) {
      drop();
      map.pm.enableDraw(shape === "circle" ? "Circle" : "Polygon", {
        tooltips: false,
        snappable: false,
        finishOn: null,
        pathOptions: FENCE_STYLE,
        templineStyle: { className: "map-fence-line" },
        hintlineStyle: { className: "map-fence-line", dashArray: [5, 5] },
        minRadiusCircle: least,
        maxRadiusCircle: most,
      } as never);
    },
    stop: () => map.pm.disableDraw(),
    remove() {
      handles.disconnect();
      map.pm.disableDraw();
      drop();
    },
  };
}

/** Leaflet's drawing plug-in extends the global Leaflet object. */
function extended() {
  return globalThis as unknown as { L: { PM: { reInitLayer(map: LeafletMap): void } } };
}

function hide(handle: HTMLElement): void {
  handle.removeAttribute("tabindex");
  handle.removeAttribute("role");
  handle.ariaHidden = "true";
}

function positionOf(corner: LatLng) {
  const { lat, lng } = corner.wrap();
  return roundPosition({ latitude: lat, longitude: lng });
}
