import { chakra } from "@chakra-ui/react";
import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { LAYOUTS, type LayoutCount } from "./layouts.ts";

type LayoutChoiceProps = { count: LayoutCount; onChoose: (count: LayoutCount) => void };

/** Choice of one, two or three images side by side. */
export function LayoutChoice({ count, onChoose }: LayoutChoiceProps) {
  const { t } = useTranslation("branding");
  const name = useId();
  return (
    <Choice>
      <legend>{t("editor.layout")}</legend>
      <div>
        {LAYOUTS.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={name}
              checked={one === count}
              onChange={() => onChoose(one)}
            />
            <span data-picture aria-hidden>
              {LAYOUTS.slice(0, one).map((part) => (
                <i key={part} />
              ))}
            </span>
            <span>{t("editor.layoutOf", { count: one })}</span>
          </label>
        ))}
      </div>
    </Choice>
  );
}

const Choice = chakra("fieldset", {
  base: {
    "& > legend": { textStyle: "sm", fontWeight: "medium", mb: "1.5" },
    "& > div": { display: "flex", flexWrap: "wrap", gap: { base: "2", sm: "3" } },
    "& label": {
      position: "relative",
      display: "flex",
      flexDirection: "column",
      alignItems: "center",
      gap: "1",
      textStyle: "xs",
      cursor: "pointer",
    },
    "& input": { position: "absolute", inset: "0", opacity: "0", cursor: "pointer" },
    "& [data-picture]": {
      display: "flex",
      gap: "2px",
      w: { base: "24", sm: "28" },
      h: "7",
      p: "1",
      borderWidth: "2px",
      borderColor: "border.emphasized",
      borderRadius: "md",
      bg: "bg.panel",
    },
    "& [data-picture] > i": { flex: "1", borderRadius: "sm", bg: "brand.emphasized" },
    "& input:checked + [data-picture]": { borderColor: "brand.solid" },
    "& input:focus-visible + [data-picture]": {
      outline: "2px solid",
      outlineColor: "brand.focusRing",
      outlineOffset: "2px",
    },
  },
});
