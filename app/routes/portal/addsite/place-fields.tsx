import { Suspense } from "react";
import { TextField } from "#app/forms/fields.tsx";
import { Pair } from "#app/forms/section.tsx";
import type { Refusable } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { NewLocation } from "./use-place.ts";

const PositionPicker = lazyComponent(() => import("#app/map/position-picker.tsx"));

type PlaceFieldsProps = { place: NewLocation; result: Refusable };

/** A position that is picked on the map; two number fields without scripts and until the map is loaded. */
export function PlaceFields({ place, result }: PlaceFieldsProps) {
  const { t } = useTranslation("addsite");
  const { position, setPosition, country } = place;
  const isHydrated = useHydrated();
  const typed = { result, inputMode: "decimal" as const, dir: "ltr", autoComplete: "off" };
  const numbers = (
    <Pair>
      <TextField
        {...typed}
        name="latitude"
        label={t("site.latitude")}
        defaultValue={position?.latitude}
      />
      <TextField
        {...typed}
        name="longitude"
        label={t("site.longitude")}
        defaultValue={position?.longitude}
      />
    </Pair>
  );
  return (
    <Fieldset>
      <legend>{t("site.position")}</legend>
      {isHydrated ? (
        <Suspense fallback={numbers}>
          <PositionPicker
            latitude={position?.latitude ?? null}
            longitude={position?.longitude ?? null}
            onPick={setPosition}
          />
          <input type="hidden" name="latitude" value={position?.latitude ?? ""} />
          <input type="hidden" name="longitude" value={position?.longitude ?? ""} />
        </Suspense>
      ) : (
        numbers
      )}
      <p aria-live="polite">{country !== null && t("site.found", { country })}</p>
    </Fieldset>
  );
}

const Fieldset = styled("fieldset", {
  minW: "0",
  display: "flex",
  flexDirection: "column",
  gap: "2",
  "& > legend": { textStyle: "sm", fontWeight: "medium", mb: "1.5" },
  "& > p": { textStyle: "sm", color: "fg.muted", minH: "5" },
});
