import { useEffect, useState } from "react";
import { Outcome, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { FenceMap } from "#app/map/fence-map.tsx";
import { firstFence, middleOf } from "#app/map/fence-shape.ts";
import { styled } from "#app/theme/styled.tsx";
import { isInside, positionOf } from "#domain/sites/inside-fence.ts";
import { FenceFields } from "./fence-fields.tsx";
import { GpsState } from "./gps-state.tsx";
import type { SiteLocation } from "./position-section.tsx";

const SHAPES = ["none", "circle", "polygon"] as const;
type Shape = (typeof SHAPES)[number];

/** Centre of a new fence if the site has no position. */
const NOWHERE = { latitude: 0, longitude: 0 };

/** Edits the area in which the site may be, on the map or as numbers. */
export function FenceSection({ place }: { place: SiteLocation }) {
  const { t } = useTranslation("place");
  const { Form, form, busy, outcome } = useOwnForm("fence", { resets: false });
  const { geofence, gps } = place;
  const [fence, setFence] = useState(geofence);
  useEffect(() => setFence(geofence), [geofence]);
  const site = positionOf(place.latitude, place.longitude);
  const shape: Shape = fence?.shape ?? "none";
  const choose = (wanted: Shape) => {
    if (wanted === "none") return setFence(null);
    const middle = fence === null ? (site ?? gps ?? NOWHERE) : middleOf(fence);
    setFence(firstFence(wanted, middle));
  };
  const inside = fence === null || gps === null ? null : isInside(fence, gps);
  return (
    <Section title={t("fence.title")} text={t("fence.text")}>
      <GpsState gps={gps} site={site} inside={inside} />
      <Form method="post" ref={form} noValidate>
        <Shapes>
          <legend>{t("fence.shape")}</legend>
          {SHAPES.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="shape"
                value={one}
                checked={shape === one}
                onChange={() => choose(one)}
              />
              {t(`fence.${one}`)}
            </label>
          ))}
        </Shapes>
        <FenceMap
          fence={fence}
          shape={shape}
          site={site}
          gps={gps}
          inside={inside}
          onDraw={setFence}
        />
        <Hint>
          {fence !== null && t("fence.edit")} {t("fence.legend")}
        </Hint>
        {fence !== null && <FenceFields fence={fence} onChange={setFence} />}
        <input type="hidden" name="geofence" value={JSON.stringify(fence)} />
        <Outcome result={outcome} done={t("saved")} />
        <Submit intent="fence" busy={busy}>
          {t("fence.save")}
        </Submit>
      </Form>
    </Section>
  );
}

const Shapes = styled("fieldset", {
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  "& legend": { textStyle: "sm", fontWeight: "medium", mb: "1.5" },
  "& label": {
    display: "flex",
    alignItems: "center",
    gap: "2",
    px: "3",
    py: "2",
    borderWidth: "1px",
    borderColor: "border.emphasized",
    borderRadius: "md",
    bg: "bg.panel",
    textStyle: "sm",
    cursor: "pointer",
    "&:has(:checked)": { borderColor: "brand.solid", bg: "brand.subtle" },
    "&:has(:focus-visible)": {
      outlineWidth: "2px",
      outlineStyle: "solid",
      outlineColor: "brand.focusRing",
      outlineOffset: "2px",
    },
  },
  "& input": { accentColor: "brand.solid", outline: "none" },
});

const Hint = styled("p", { textStyle: "sm", color: "fg.muted" });
