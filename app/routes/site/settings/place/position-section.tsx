import { Button } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { TextField } from "#app/forms/fields.tsx";
import { Outcome, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import PositionPicker from "#app/map/position-picker.tsx";
import type { Position } from "#domain/sites/geofence.ts";
import { positionOf } from "#domain/sites/inside-fence.ts";
import type { Route } from "../+types/place";
import { useZoneOf, ZoneField } from "./zone-field.tsx";

export type SiteLocation = Route.ComponentProps["loaderData"];

/** Edits the site's coordinates and address, and the time zone that follows from them. */
export function PositionSection({ place }: { place: SiteLocation }) {
  const { t } = useTranslation("place");
  const { Form, form, busy, result, outcome } = useOwnForm("position", { resets: false });
  const saved = positionOf(place.latitude, place.longitude);
  const [position, setPosition] = useState<Position | null>(saved);
  const [zone, setZone] = useState(place.timeZone);
  useEffect(() => setZone(place.timeZone), [place.timeZone]);
  const found = useZoneOf(position);
  return (
    <Section title={t("position.title")} text={t("position.text")}>
      <Form method="post" ref={form} noValidate>
        <PositionPicker
          latitude={position?.latitude ?? null}
          longitude={position?.longitude ?? null}
          onPick={setPosition}
        />
        <input type="hidden" name="latitude" value={position?.latitude ?? ""} />
        <input type="hidden" name="longitude" value={position?.longitude ?? ""} />
        {position !== null && (
          <Button
            variant="outline"
            colorPalette="gray"
            size="sm"
            alignSelf="flex-start"
            onClick={() => setPosition(null)}
          >
            {t("position.clear")}
          </Button>
        )}
        <TextField
          name="location"
          label={t("position.location")}
          hint={t("position.locationHint")}
          defaultValue={place.location}
          maxLength={200}
          result={result}
        />
        <ZoneField
          zone={zone}
          proposed={found?.timeZoneId ?? null}
          country={found?.countryName ?? null}
          fault={result?.problem?.fields.timeZone}
          onChoose={setZone}
        />
        <Outcome result={outcome} done={t("saved")} />
        <Submit intent="position" busy={busy}>
          {t("save")}
        </Submit>
      </Form>
    </Section>
  );
}
