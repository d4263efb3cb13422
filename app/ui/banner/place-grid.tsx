import { chakra } from "@chakra-ui/react";
import { type KeyboardEvent, useId, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";

const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
const COLUMNS = 3;
/** Arrow keys move in their direction: left is left in every language, because the image is not mirrored. */
const STEPS: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type PlaceGridProps = { legend: string; place: number; onChoose: (place: number) => void };

/** The nine positions of a title as radio buttons in a grid. */
export function PlaceGrid({ legend, place, onChoose }: PlaceGridProps) {
  const { t } = useTranslation("branding");
  const name = useId();
  const grid = useRef<HTMLFieldSetElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const column = (place % COLUMNS) + step[0];
    const row = Math.floor(place / COLUMNS) + step[1];
    if (column < 0 || column >= COLUMNS || row < 0 || row >= COLUMNS) return;
    const next = row * COLUMNS + column;
    onChoose(next);
    grid.current?.querySelectorAll("input")[next]?.focus();
  };
  return (
    <Grid ref={grid} onKeyDown={move}>
      <legend>{legend}</legend>
      <div dir="ltr">
        {PLACES.map((one) => (
          <label key={one} title={t(`editor.places.${one}`)}>
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === place}
              aria-label={t(`editor.places.${one}`)}
              onChange={() => onChoose(one)}
            />
            <span aria-hidden />
          </label>
        ))}
      </div>
    </Grid>
  );
}

const Grid = chakra("fieldset", {
  base: {
    "& > legend": { textStyle: "sm", fontWeight: "medium", mb: "1.5" },
    "& > div": {
      display: "grid",
      gridTemplateColumns: "repeat(3, 3rem)",
      gap: "1",
      p: "1.5",
      w: "fit-content",
      borderRadius: "md",
      borderWidth: "1px",
      bg: "bg.sunken",
    },
    "& label": { position: "relative", h: "7", cursor: "pointer" },
    "& input": { position: "absolute", inset: "0", opacity: "0", cursor: "pointer" },
    "& label > span": {
      display: "block",
      h: "full",
      borderRadius: "sm",
      bg: "bg.panel",
      borderWidth: "1px",
      borderColor: "border.emphasized",
    },
    "& input:checked + span": { bg: "brand.solid", borderColor: "brand.solid" },
    "& input:focus-visible + span": {
      outline: "2px solid",
      outlineColor: "brand.focusRing",
      outlineOffset: "2px",
    },
  },
});
