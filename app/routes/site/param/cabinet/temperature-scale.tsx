import type { CSSProperties } from "react";
import { styled } from "#app/theme/styled.tsx";
import type { CabinetPoint, PointName } from "./cabinet-points.ts";
import { scaleOf } from "./cabinet-points.ts";

type TemperatureScaleProps = {
  points: readonly CabinetPoint[];
  /** Measured temperature inside, °C. */
  inside: number | null;
  format: (value: number) => string;
};

const PERCENT = 100;

/** Scale of temperatures with the zones of heating and cooling, and the present temperature. The legend has the texts. */
export function TemperatureScale({ points, inside, format }: TemperatureScaleProps) {
  const value = (name: PointName) => points.find((one) => one.name === name)?.value;
  const { min, max } = scaleOf([
    ...points.map((one) => one.value),
    ...(inside === null ? [] : [inside]),
  ]);
  const place = (at: number) => `${(PERCENT * (at - min)) / (max - min)}%`;
  const zone = (name: string, from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined || to <= from ? null : (
      <i
        key={name}
        data-zone={name}
        style={
          {
            "--from": place(from),
            "--size": `${(PERCENT * (to - from)) / (max - min)}%`,
          } as CSSProperties
        }
      />
    );
  return (
    <Scale aria-hidden>
      <div>
        {zone("heating", min, value("heatingStop"))}
        {zone("cooling", value("coolingStop"), max)}
        {zone("cold", min, value("lowWarning"))}
        {zone("hot", value("highWarning"), max)}
        {points.map((point) => (
          <b
            key={point.name}
            data-point={point.name}
            data-changed={point.isChanged || undefined}
            style={{ "--at": place(point.value) } as CSSProperties}
          />
        ))}
        {inside !== null && <em style={{ "--at": place(inside) } as CSSProperties} />}
      </div>
      <p>
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </p>
    </Scale>
  );
}

const Scale = styled("div", {
  pt: "3",
  "& > div": {
    position: "relative",
    h: "5",
    borderRadius: "full",
    bg: "good.wash",
    "& i": {
      position: "absolute",
      insetBlock: "0",
      insetStart: "var(--from)",
      w: "var(--size)",
      opacity: "0.85",
    },
    "& [data-zone=heating], & [data-zone=cold]": { borderStartRadius: "full" },
    "& [data-zone=cooling], & [data-zone=hot]": { borderEndRadius: "full" },
    "& [data-zone=heating]": { bg: "warning.fill", opacity: "0.45" },
    "& [data-zone=cooling]": { bg: "info.fill", opacity: "0.4" },
    "& [data-zone=cold], & [data-zone=hot]": { bg: "fault.fill", opacity: "0.7" },
    "& b": {
      position: "absolute",
      insetBlock: "-1",
      insetStart: "var(--at)",
      w: "3px",
      ms: "-1.5px",
      borderRadius: "full",
      bg: "fg.muted",
      "&[data-changed]": { bg: "brand.solid", w: "5px", ms: "-2.5px" },
    },
    // The present temperature: a drop above the scale.
    "& em": {
      position: "absolute",
      top: "-3",
      insetStart: "var(--at)",
      w: "3.5",
      h: "3.5",
      ms: "-1.75",
      borderRadius: "full",
      bg: "fg",
      borderWidth: "3px",
      borderColor: "bg.panel",
    },
  },
  "& > p": {
    display: "flex",
    justifyContent: "space-between",
    mt: "1.5",
    textStyle: "xs",
    color: "fg.muted",
    fontVariantNumeric: "tabular-nums",
  },
});
