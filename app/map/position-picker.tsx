import { Suspense, useState } from "react";
import type { Position } from "#domain/sites/geofence.ts";
import { usePageTexts } from "../i18n/use-page-texts.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { DegreesField } from "./degrees-field.tsx";
import { MapFrame } from "./map-frame.tsx";
import { OwnPosition } from "./own-position.tsx";
import { roundPosition } from "./round-position.ts";
import { type Halves, usePinOnMap } from "./use-pin-on-map.ts";

type PositionPickerProps = {
  latitude: number | null;
  longitude: number | null;
  onPick: (position: Position) => void;
  disabled?: boolean;
};

/** Lets the user pick a location on a map, by coordinates, or from the device's location. */
export default function PositionPicker(props: PositionPickerProps) {
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
      <div className="map-fields">
        {field("latitude")}
        {field("longitude")}
        <OwnPosition disabled={disabled} onFind={pick} />
      </div>
    </div>
  );
}

/** While the user types, one of the two coordinates may be missing. */
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
