import { Input } from "@chakra-ui/react";
import type { CSSProperties } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { typedNumber } from "#app/typed-number.ts";
import { type ShownSetting, showSetting, toShownValue } from "#domain/settings/shown-setting.ts";
import type { ControlProps } from "./control-props.ts";
import { limited } from "./setting-draft.ts";

const PERCENT = 100;

/** A number with its unit: typed, or chosen on a scale that shows the recommended range. */
export function NumberControl(props: ControlProps) {
  const { id, setting, typed, isInvalid, describedBy, isReadOnly, name, onType } = props;
  const { t } = useTranslation("param");
  const shown = showSetting(limited(setting));
  const present =
    typeof setting.value === "number" ? toShownValue(limited(setting), setting.value) : null;
  const text = typed ?? (present === null ? "" : String(present));
  const value = typedNumber(text);
  return (
    <Frame>
      <span data-field>
        <Input
          id={id}
          type="text"
          inputMode={shown.min !== undefined && shown.min < 0 ? "text" : "decimal"}
          autoComplete="off"
          dir="ltr"
          value={text}
          disabled={isReadOnly}
          aria-describedby={describedBy}
          aria-invalid={isInvalid || undefined}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
        {shown.unit !== "" && <bdi>{shown.unit}</bdi>}
      </span>
      <Scale
        shown={shown}
        value={value === undefined || Number.isNaN(value) ? present : value}
        label={t("slider", { name })}
        isReadOnly={isReadOnly}
        onType={onType}
      />
    </Frame>
  );
}

type ScaleProps = {
  shown: ShownSetting;
  value: number | null;
  label: string;
  isReadOnly: boolean;
  onType: (typed: string) => void;
};

function Scale({ shown, value, label, isReadOnly, onType }: ScaleProps) {
  const { min, max, step, recommended, decimals } = shown;
  if (min === undefined || max === undefined || max <= min) return null;
  const share = (at: number) => (PERCENT * (Math.min(max, Math.max(min, at)) - min)) / (max - min);
  return (
    <span data-scale>
      <input
        type="range"
        min={min}
        max={max}
        step={step ?? 1 / 10 ** Math.min(decimals, 2)}
        value={value ?? min}
        aria-label={label}
        disabled={isReadOnly}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      {recommended && (
        <i
          style={
            {
              "--from": `${share(recommended[0])}%`,
              "--size": `${share(recommended[1]) - share(recommended[0])}%`,
            } as CSSProperties
          }
        />
      )}
    </span>
  );
}

const Frame = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "1.5",
  minW: "0",
  "& [data-field]": { display: "flex", alignItems: "center", gap: "2" },
  "& [data-field] input": { maxW: "32", fontVariantNumeric: "tabular-nums" },
  "& [data-field] bdi": { color: "fg.muted", textStyle: "sm", whiteSpace: "nowrap" },
  "& [data-scale]": { position: "relative", display: "block", maxW: "80" },
  "& input[type=range]": {
    display: "block",
    w: "full",
    h: "5",
    m: "0",
    accentColor: "brand.solid",
    cursor: "pointer",
    focusVisibleRing: "outside",
    borderRadius: "md",
    _disabled: { cursor: "not-allowed", opacity: "0.6" },
  },
  // The recommended range lies below the scale, whose ends are half a thumb inside.
  "& [data-scale] i": {
    position: "absolute",
    bottom: "-1",
    insetInline: "8px",
    h: "1",
    borderRadius: "full",
    bg: "bg.sunken",
    overflow: "hidden",
    _before: {
      content: '""',
      position: "absolute",
      insetBlock: "0",
      insetStart: "var(--from)",
      w: "var(--size)",
      borderRadius: "full",
      bg: "good.fill",
    },
  },
});
