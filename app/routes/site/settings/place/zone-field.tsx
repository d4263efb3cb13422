import { Button } from "@chakra-ui/react";
import { useEffect, useId, useState } from "react";
import { useFetcher } from "react-router";
import { Select } from "#app/forms/fields.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { loader } from "#app/routes/map-zone.ts";
import { styled } from "#app/theme/styled.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import type { Position } from "#domain/sites/geofence.ts";

/** Waits until the user stops dragging the marker or typing, ms. */
const PAUSE_MS = 400;

/** The time zone and the country of a position; null while unknown. */
export function useZoneOf(position: Position | null) {
  const { data, load } = useFetcher<typeof loader>({ key: "map-zone" });
  const { latitude, longitude } = position ?? { latitude: null, longitude: null };
  useEffect(() => {
    if (latitude === null || longitude === null) return;
    const timer = setTimeout(
      () => void load(`/map/zone?latitude=${latitude}&longitude=${longitude}`),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [latitude, longitude, load]);
  return position === null ? null : (data ?? null);
}

type ZoneFieldProps = {
  zone: string;
  /** Time zone of the position. */
  proposed: string | null;
  country: string | null;
  fault: string | undefined;
  onChoose: (zone: string) => void;
};

/** Lists all time zones, and offers that of the position if it is another one. */
export function ZoneField({ zone, proposed, country, fault, onChoose }: ZoneFieldProps) {
  const { t } = useTranslation("place");
  const problemText = useProblemText();
  const id = useId();
  const [zones, setZones] = useState<readonly string[]>([]);
  // The server may know other zones than the browser.
  useEffect(() => setZones(Intl.supportedValuesOf("timeZone")), []);
  const known = [zone, proposed].filter((one) => one !== null && !zones.includes(one));
  return (
    <Choice>
      <label htmlFor={id}>{t("timeZone.label")}</label>
      <Select
        id={id}
        name="timeZone"
        value={zone}
        dir="ltr"
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {[...new Set([...known, ...zones])].map((name) => (
          <option key={name} value={name ?? ""}>
            {name}
          </option>
        ))}
      </Select>
      <p id={`${id}-hint`}>{fault === undefined ? t("timeZone.hint") : problemText(fault)}</p>
      <div aria-live="polite">
        {country !== null && <span>{t("position.country", { country })}</span>}
        {proposed !== null && proposed !== zone && (
          <>
            <span>{t("timeZone.proposed", { zone: proposed })}</span>
            <Button size="xs" variant="outline" onClick={() => onChoose(proposed)}>
              {t("timeZone.take")}
            </Button>
          </>
        )}
      </div>
    </Choice>
  );
}

const Choice = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "1.5",
  "& > label": { textStyle: "sm", fontWeight: "medium" },
  "& > p": { textStyle: "xs", color: "fg.muted" },
  "& > div": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "2",
    columnGap: "4",
    textStyle: "sm",
    _empty: { display: "none" },
  },
});
