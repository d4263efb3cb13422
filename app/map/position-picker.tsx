import { Suspense, useEffect, useRef, useState } from "react";
import type { Position } from "#domain/sites/geofence.ts";
import { usePageTexts } from "../i18n/use-page-texts.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import type { OpenMap } from "./base-map.ts";
import { DegreesField } from "./degrees-field.tsx";
import { MapFrame } from "./map-frame.tsx";
import { OwnPosition } from "./own-position.tsx";
import type { Pin } from "./pin.ts";
import { roundPosition } from "./round-position.ts";

type PositionPickerProps = {
  latitude: number | null;
  longitude: number | null;
  onPick: (position: Position) => void;
  disabled?: boolean;
};

/** A position picked on a map, by two numbers, or by where somebody is. */
export function PositionPicker(props: PositionPickerProps) {
  return (
    <Suspense>
      <Picker {...props} />
    </Suspense>
  );
}

function Picker({ latitude, longitude, onPick, disabled = false }: PositionPickerProps) {
  usePageTexts("map");
  const { t } = useTranslation("map");
  const pick = (position: Position) => onPick(roundPosition(position));
  const setMap = usePinOnMap({ latitude, longitude, disabled, pick });
  const { type, typed } = useHalves({ latitude, longitude }, onPick);
  const field = (axis: "latitude" | "longitude") => (
    <DegreesField
      axis={axis}
      value={typed[axis]}
      disabled={disabled}
      onType={(degrees) => type(axis, degrees)}
    />
  );
  return (
    <div className="map-picker">
      <MapFrame label={t("picker.map")} onMap={setMap} />
      <p>{t("picker.hint")}</p>
      <div className="map-figures">
        {field("latitude")}
        {field("longitude")}
        <OwnPosition disabled={disabled} onFind={pick} />
      </div>
    </div>
  );
}

type Halves = { latitude: number | null; longitude: number | null };

/** Whoever types has one of the two before the other. */
function useHalves(given: Halves, onPick: (position: Position) => void) {
  const [half, setHalf] = useState<Partial<Halves>>({});
  const typed = {
    latitude: given.latitude ?? half.latitude ?? null,
    longitude: given.longitude ?? half.longitude ?? null,
  };
  const type = (axis: keyof Halves, degrees: number) => {
    const { latitude, longitude }: Halves = { ...typed, [axis]: degrees };
    setHalf((before) => ({ ...before, [axis]: degrees }));
    if (latitude !== null && longitude !== null) onPick({ latitude, longitude });
  };
  return { type, typed };
}

/** As near as one must be to tell a roof from its neighbour's. */
const NEAR = 13;
const FAR = 6;

type PinProps = Halves & { disabled: boolean; pick: (position: Position) => void };

/** The pin where the position is; a click or a drag picks another one. Returns what to tell of the map. */
function usePinOnMap({ latitude, longitude, disabled, pick }: PinProps) {
  const { t } = useTranslation("map");
  const [open, setOpen] = useState<OpenMap | null>(null);
  const pin = useRef<Pin | null>(null);
  const shown = useRef<OpenMap | null>(null);
  const own = useRef({ pick, disabled });
  own.current = { pick, disabled };
  const name = t("picker.marker");
  useEffect(() => {
    open?.map.on("click", ({ latlng }) => {
      const { lat, lng } = latlng.wrap();
      if (!own.current.disabled) own.current.pick({ latitude: lat, longitude: lng });
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
      onDrag: (latitude, longitude) => own.current.pick({ latitude, longitude }),
    });
    pin.current.move(at);
    // A map that nobody has touched yet goes where the position is, and so does one that would not show it.
    const isFirst = shown.current !== open;
    shown.current = open;
    if (isFirst || !open.map.getBounds().contains(at))
      open.map.setView(at, isFirst ? NEAR : Math.max(open.map.getZoom(), FAR), { animate: false });
    pin.current.letDrag(!disabled);
  }, [open, latitude, longitude, disabled, name]);
  return setOpen;
}
