import { DivIcon, type Map as LeafletMap, Marker } from "leaflet";

export type PinStyles = {
  label: string;
  /** A drop, or a dot for a position that cannot be changed. */
  shape?: "pin" | "dot";
  tone?: "good" | "warning" | "fault" | "quiet" | "info";
  /** Called after a drag. Omit it to make the pin read-only. */
  onDrag?: (latitude: number, longitude: number) => void;
};

/** A marked position. */
export type Pin = ReturnType<typeof putPin>;

const SIZES = { pin: [26, 32], dot: [20, 20] } as const;

export function putPin(map: LeafletMap, at: [number, number], styles: PinStyles) {
  const { label, shape = "pin", tone, onDrag } = styles;
  const [width, height] = SIZES[shape];
  const icon = new DivIcon({
    className: shape === "pin" ? "map-pin" : "map-dot",
    iconSize: [width, height],
    iconAnchor: [width / 2, shape === "pin" ? 27 : height / 2],
  });
  const draggable = onDrag !== undefined;
  // A read-only pin passes pointer events on to the map.
  const marker = new Marker(at, {
    icon,
    draggable,
    keyboard: false,
    interactive: draggable,
    alt: label,
    title: label,
  });
  marker.on("dragend", () => {
    const { lat, lng } = marker.getLatLng().wrap();
    onDrag?.(lat, lng);
  });
  marker.addTo(map);
  const element = marker.getElement();
  if (tone !== undefined) element?.setAttribute("data-tone", tone);
  element?.setAttribute("role", "img");
  element?.setAttribute("aria-label", label);
  return {
    move: (to: [number, number]) => marker.setLatLng(to),
    letDrag: (may: boolean) => (may ? marker.dragging?.enable() : marker.dragging?.disable()),
    remove(): void {
      marker.remove();
    },
  };
}
