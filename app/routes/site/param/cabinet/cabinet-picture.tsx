import { styled } from "#app/theme/styled.tsx";
import type { CabinetValues } from "./use-cabinet-values.ts";

type CabinetPictureProps = {
  values: CabinetValues;
  /** Formatted temperatures; a dash without a measurement. */
  inside: string;
  outside: string;
  humidity: string;
  /** Accessible description. */
  label: string;
};

/** The cabinet with its air conditioning, fan, door, smoke detector and water sensor; the same in all directions. */
export function CabinetPicture(props: CabinetPictureProps) {
  const { values, inside, outside, humidity, label } = props;
  const { airConditioning, door, fan, smoke, water } = values;
  return (
    <Picture
      viewBox="0 0 320 260"
      role="img"
      aria-label={label}
      data-air={airConditioning ?? "unknown"}
      data-fan={fan ?? "unknown"}
      data-door={door ?? "unknown"}
      data-smoke={smoke ?? "unknown"}
      data-water={water ?? "unknown"}
      direction="ltr"
    >
      <path data-ground d="M12 244H308" />
      {/* Body and shelf with two battery racks. */}
      <rect data-body x="70" y="22" width="180" height="216" rx="10" />
      <rect data-room x="80" y="32" width="160" height="196" rx="5" />
      <path data-feet d="M86 238v8M234 238v8" />
      {[88, 136].map((x) => (
        <g key={x} data-rack>
          <rect x={x} y="128" width="42" height="92" rx="3" />
          {[140, 156, 172, 188, 204].map((y) => (
            <path key={y} d={`M${x + 6} ${y}h18M${x + 32} ${y}h4`} />
          ))}
        </g>
      ))}
      {/* Air conditioning on the wall, with the air that it blows. */}
      <g data-unit>
        <rect x="186" y="128" width="46" height="92" rx="4" />
        <circle cx="209" cy="151" r="14" />
        <path data-blades d="M209 151l0-11M209 151l9.5 5.5M209 151l-9.5 5.5" />
        <path d="M194 178h30M194 186h30M194 194h30M194 202h30" />
      </g>
      <path
        data-breath
        d="M182 178c-7 -5 -7 5 -14 0M182 188c-7 -5 -7 5 -14 0M182 198c-7 -5 -7 5 -14 0"
      />
      {/* Smoke detector below the roof, water sensor on the floor. */}
      <path data-detector d="M150 32h20l-4 8h-12z" />
      <path data-smoke-cloud d="M146 54q6 -6 12 0t12 0M148 62q6 -6 12 0t12 0" />
      <path data-pool d="M92 225q8 -5 16 0t16 0t16 0t16 0t16 0t16 0t16 0t16 0" />
      {/* The door, seen from its edge while it is open. */}
      <path data-leaf d="M250 26l34 14v186l-34 12z" />
      <path data-handle d="M244 122v22" />
      <text x="160" y="88" data-large>
        {inside}
      </text>
      <text x="160" y="112">
        {humidity}
      </text>
      <text x="36" y="118" data-outside>
        {outside}
      </text>
      <path
        data-sun
        d="M36 92v-8M36 64v-8M22 74h-8M58 74h-8M26 64l-5-5M46 84l5 5M26 84l-5 5M46 64l5-5"
      />
      <circle data-sun cx="36" cy="74" r="8" />
    </Picture>
  );
}

const Picture = styled("svg", {
  w: "full",
  maxW: "22rem",
  h: "auto",
  mx: "auto",
  display: "block",
  fill: "none",
  strokeWidth: "2",
  strokeLinecap: "round",
  strokeLinejoin: "round",
  "& [data-ground]": { stroke: "border.emphasized" },
  "& [data-feet]": { stroke: "border.emphasized", strokeWidth: "6" },
  "& [data-body]": { fill: "bg.sunken", stroke: "border.emphasized" },
  "& [data-room]": { fill: "bg.panel", stroke: "border" },
  "&[data-air=cooling] [data-room]": { fill: "info.wash" },
  "&[data-air=heating] [data-room]": { fill: "warning.wash" },
  "&[data-smoke=detected] [data-room]": { fill: "fault.wash" },
  "& [data-rack] rect": { fill: "battery.wash", stroke: "battery" },
  "& [data-rack] path": { stroke: "battery", strokeWidth: "1.5" },
  "& [data-unit]": { stroke: "fg.subtle" },
  "& [data-unit] rect": { fill: "bg.raised" },
  "&[data-air=cooling] [data-unit]": { stroke: "info" },
  "&[data-air=heating] [data-unit]": { stroke: "warning" },
  "& [data-blades]": { transformOrigin: "209px 151px" },
  "@media (prefers-reduced-motion: no-preference)": {
    "&[data-fan=on] [data-blades]": { animation: "spin 2s linear infinite" },
  },
  "& [data-breath]": { stroke: "transparent" },
  "&[data-air=cooling] [data-breath]": { stroke: "info" },
  "&[data-air=heating] [data-breath]": { stroke: "warning" },
  "& [data-detector]": { fill: "bg.raised", stroke: "fg.subtle" },
  "&[data-smoke=detected] [data-detector]": { stroke: "fault", fill: "fault.wash" },
  "& [data-smoke-cloud], & [data-pool], & [data-leaf]": { display: "none" },
  "&[data-smoke=detected] [data-smoke-cloud]": { display: "inline", stroke: "fault" },
  "&[data-water=detected] [data-pool]": { display: "inline", stroke: "fault", strokeWidth: "3" },
  "&[data-door=open] [data-leaf]": { display: "inline", fill: "warning.wash", stroke: "warning" },
  "& [data-handle]": { stroke: "border.emphasized", strokeWidth: "4" },
  "&[data-door=open] [data-handle]": { display: "none" },
  "& [data-sun]": { stroke: "fg.subtle" },
  "& text": {
    fill: "fg.muted",
    fontSize: "14px",
    textAnchor: "middle",
    fontVariantNumeric: "tabular-nums",
  },
  "& [data-large]": { fill: "fg", fontSize: "30px", fontWeight: "600" },
  "& [data-outside]": { fontSize: "15px" },
});
