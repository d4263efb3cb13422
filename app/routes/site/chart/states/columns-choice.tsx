import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";

export const COLUMNS = [1, 2, 3] as const;
export type Columns = (typeof COLUMNS)[number];

type ColumnsChoiceProps = { columns: Columns; onChoose: (columns: Columns) => void };

/** Chooses the number of charts in a row if there is room. */
export function ColumnsChoice({ columns, onChoose }: ColumnsChoiceProps) {
  const { t } = useTranslation("charts");
  const name = useId();
  return (
    <Choice aria-label={t("states.columns.label")}>
      {COLUMNS.map((one) => (
        <label key={one} title={t(`states.columns.of${one}`)}>
          <input
            type="radio"
            name={name}
            aria-label={t(`states.columns.of${one}`)}
            checked={one === columns}
            onChange={() => onChoose(one)}
          />
          <span aria-hidden>
            {COLUMNS.slice(0, one).map((part) => (
              <i key={part} />
            ))}
          </span>
        </label>
      ))}
    </Choice>
  );
}

const Choice = styled("fieldset", {
  display: { base: "none", md: "flex" },
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
