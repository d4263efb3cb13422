import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";

/** Charts in a row, or one lane for each piece of equipment. */
export const LAYOUTS = [1, 2, 3, "compact"] as const;
export type Layout = (typeof LAYOUTS)[number];

type LayoutChoiceProps = { layout: Layout; onChoose: (layout: Layout) => void };

/** Chooses the layout: the number of charts in a row if there is room, or compact. */
export function LayoutChoice({ layout, onChoose }: LayoutChoiceProps) {
  const { t } = useTranslation("charts");
  const name = useId();
  return (
    <Choice aria-label={t("states.columns.label")}>
      {LAYOUTS.map((one) => (
        <label key={one} data-layout={one} title={t(`states.columns.${NAMES[one]}`)}>
          <input
            type="radio"
            name={name}
            aria-label={t(`states.columns.${NAMES[one]}`)}
            checked={one === layout}
            onChange={() => onChoose(one)}
          />
          <span aria-hidden>
            {PARTS.slice(0, one === "compact" ? 3 : one).map((part) => (
              <i key={part} />
            ))}
          </span>
        </label>
      ))}
    </Choice>
  );
}

const NAMES = { 1: "of1", 2: "of2", 3: "of3", compact: "compact" } as const;
const PARTS = [1, 2, 3] as const;

const Choice = styled("fieldset", {
  display: "flex",
  p: "0.5",
  gap: "0.5",
  borderRadius: "md",
  bg: "bg.sunken",
  "& label": { position: "relative", display: "flex", cursor: "pointer" },
  "& input": { position: "absolute", inset: "0", opacity: "0", cursor: "pointer" },
  "& label > span": {
    display: "flex",
    gap: "2px",
    w: "9",
    h: "8",
    p: "2",
    borderRadius: "sm",
    pointerEvents: "none",
  },
  // A narrow window has one chart in a row.
  "& [data-layout='2'], & [data-layout='3']": { mdDown: { display: "none" } },
  "& [data-layout=compact] > span": { flexDirection: "column" },
  "@media (pointer: coarse)": { "& label > span": { w: "11", h: "11", py: "2.5" } },
  "& i": { flex: "1", borderRadius: "2px", bg: "fg.subtle", opacity: "0.55" },
  "& label:hover i": { opacity: "0.8" },
  "& input:checked + span": { bg: "bg.segment", boxShadow: "xs" },
  "& input:checked + span > i": { bg: "brand.solid", opacity: "1" },
  "& input:focus-visible + span": {
    outline: "2px solid",
    outlineColor: "brand.focusRing",
    outlineOffset: "1px",
  },
});
