import { Button, Field, Input } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { DegreesField } from "#app/map/degrees-field.tsx";
import { OwnPosition } from "#app/map/own-position.tsx";
import { roundPosition } from "#app/map/round-position.ts";
import { typedNumber } from "#app/typed-number.ts";
import { MAX_AREA_RADIUS_M, MIN_AREA_RADIUS_M } from "#domain/sites/area-limits.ts";
import type { SiteArea } from "#domain/sites/site-area.ts";
import { AreaRow } from "./panel-styles.ts";

type AreaFieldsProps = { area: SiteArea | null; onChoose: (area: SiteArea) => void };

const INITIAL_RADIUS_KM = "25";

/** Filter by the sites around a place: its coordinates, and a radius. The map offers the same for a pointer. */
export function AreaFields({ area, onChoose }: AreaFieldsProps) {
  usePageTexts("map");
  const { t } = useTranslation("listtools");
  const [centre, setCentre] = useState<{ latitude: number | null; longitude: number | null }>(
    area ?? { latitude: null, longitude: null },
  );
  const [radius, setRadius] = useState(area ? String(area.radius / 1_000) : INITIAL_RADIUS_KM);
  useEffect(() => {
    if (area === null) return;
    setCentre(area);
    setRadius((typed) =>
      typedNumber(typed) === area.radius / 1_000 ? typed : String(area.radius / 1_000),
    );
  }, [area]);
  const metres = Math.round((typedNumber(radius) ?? Number.NaN) * 1_000);
  const isRadius = metres >= MIN_AREA_RADIUS_M && metres <= MAX_AREA_RADIUS_M;
  const { latitude, longitude } = centre;
  const apply = (at: { latitude: number | null; longitude: number | null }) => {
    if (!isRadius || at.latitude === null || at.longitude === null) return;
    onChoose({ latitude: at.latitude, longitude: at.longitude, radius: metres });
  };
  const isWhole = isRadius && latitude !== null && longitude !== null;
  return (
    <fieldset>
      <legend>{t("area.title")}</legend>
      <AreaRow>
        <DegreesField
          axis="latitude"
          value={latitude}
          onType={(degrees) => setCentre((before) => ({ ...before, latitude: degrees }))}
        />
        <DegreesField
          axis="longitude"
          value={longitude}
          onType={(degrees) => setCentre((before) => ({ ...before, longitude: degrees }))}
        />
        <Field.Root invalid={!isRadius}>
          <Field.Label>{t("area.radius")}</Field.Label>
          <Input
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            value={radius}
            onChange={({ currentTarget }) => setRadius(currentTarget.value)}
          />
          <Field.ErrorText>{!isRadius && t("area.radiusHint")}</Field.ErrorText>
        </Field.Root>
        <Button variant="outline" disabled={!isWhole} onClick={() => apply(centre)}>
          {t("area.apply")}
        </Button>
        <OwnPosition
          disabled={false}
          onFind={(found) => {
            const at = roundPosition(found);
            setCentre(at);
            apply(at);
          }}
        />
      </AreaRow>
    </fieldset>
  );
}
