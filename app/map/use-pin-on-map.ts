import { useEffect, useRef, useState } from "react";
import type { Position } from "#domain/sites/geofence.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import type { OpenMap } from "./base-map.ts";
import type { Pin } from "./pin.ts";
import { roundPosition } from "./round-position.ts";
import { NEAREST_ZOOM, zoomFor } from "./zoom-for.ts";

export type Halves = { latitude: number | null; longitude: number | null };

type PinProps = Halves & { disabled: boolean; pick: (position: Position) => void };

type Showing = {
  /** Whether the map was just created with an existing position. */
  isFirst: boolean;
  /** Whether the user picked the position on the map itself; the map then keeps its view. */
  isPicked: boolean;
};

/** Moves the map to a position that was typed or found, at a zoom that matches its precision, but never zooms out. */
function showOnMap(map: OpenMap["map"], at: [number, number], { isFirst, isPicked }: Showing) {
  const zoom = map.getZoom();
  const wanted = isFirst ? NEAREST_ZOOM : isPicked ? zoom : Math.max(zoom, zoomFor(...at));
  if (isFirst || wanted > zoom || !map.getBounds().contains(at))
    map.setView(at, wanted, { animate: false });
}

/** Shows a pin at the position; a click or a drag picks another one. Returns the map's callback. */
export function usePinOnMap({ latitude, longitude, disabled, pick }: PinProps) {
  const { t } = useTranslation("map");
  const [open, setOpen] = useState<OpenMap | null>(null);
  const pin = useRef<Pin | null>(null);
  const shown = useRef<OpenMap | null>(null);
  const picked = useRef<Position | null>(null);
  const pickHere = (position: Position) => {
    picked.current = roundPosition(position);
    pick(position);
  };
  const own = useRef({ pickHere, disabled });
  own.current = { pickHere, disabled };
  const name = t("picker.marker");
  useEffect(() => {
    open?.map.on("click", ({ latlng }) => {
      const { lat, lng } = latlng.wrap();
      if (!own.current.disabled) own.current.pickHere({ latitude: lat, longitude: lng });
    });
    return () => {
      pin.current = null;
    };
  }, [open]);
  useEffect(() => {
    if (open === null) return;
    if (latitude === null || longitude === null) {
      pin.current?.remove();
      pin.current = null;
      shown.current = open;
      return;
    }
    const at: [number, number] = [latitude, longitude];
    pin.current ??= open.putPin(at, {
      label: name,
      onDrag: (latitude, longitude) => own.current.pickHere({ latitude, longitude }),
    });
    pin.current.move(at);
    const isPicked =
      picked.current?.latitude === latitude && picked.current.longitude === longitude;
    const isFirst = shown.current !== open;
    shown.current = open;
    showOnMap(open.map, at, { isFirst, isPicked });
    pin.current.letDrag(!disabled);
  }, [open, latitude, longitude, disabled, name]);
  return setOpen;
}
