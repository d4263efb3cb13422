import { chakra } from "@chakra-ui/react";
import { countDrawnTrees } from "./forest.ts";

/** Where trees stand, the first ones in front: from the left and how far down, on the slope of the hill. */
const PLACES: readonly [x: number, y: number][] = [
  [228, 122],
  [262, 118],
  [196, 127],
  [290, 112],
  [245, 134],
  [277, 129],
  [212, 138],
  [304, 125],
  [180, 136],
  [258, 145],
  [229, 147],
  [292, 141],
  [197, 149],
  [312, 140],
];

/** Sun, panels, and as large a forest as the energy is worth: the figures beside it tell the rest. */
export function EnergyScene({ trees }: { trees: number }) {
  return (
    <Scene viewBox="0 0 320 160" aria-hidden="true" preserveAspectRatio="xMidYMax slice">
      <circle data-part="glow" cx="78" cy="56" r="44" />
      <circle data-part="sun" cx="78" cy="56" r="25" />
      <path
        data-part="rays"
        d="M78 18v-10M78 94v10M40 56h-10M116 56h10M51 29l-7-7M105 29l7-7M51 83l-7 7M105 83l7 7"
      />
      <path data-part="far" d="M0 122 C50 96 96 100 142 116 S250 92 320 108 V160 H0Z" />
      <path data-part="near" d="M0 142 C70 122 132 132 188 138 S280 122 320 130 V160 H0Z" />
      <g data-part="panels">
        <path d="M24 146 l12 -22 h34 l-12 22z M66 146 l12 -22 h34 l-12 22z M108 146 l12 -22 h34 l-12 22z" />
        <path
          data-part="lines"
          d="M30 135h34M72 135h34M114 135h34M53 124l-12 22M95 124l-12 22M137 124l-12 22"
        />
      </g>
      <g data-part="trees">
        {PLACES.slice(0, countDrawnTrees(trees)).map(([x, y]) => (
          <path key={x} d={`M${x} ${y - 19}l8 14h-5l6 9h-18l6 -9h-5z M${x - 1} ${y + 4}h2v5h-2z`} />
        ))}
      </g>
    </Scene>
  );
}

const Scene = chakra("svg", {
  base: {
    display: "block",
    w: "full",
    h: "full",
    bg: "load.wash",
    "& [data-part=glow]": { fill: "solar.wash" },
    "& [data-part=sun]": { fill: "solar.fill" },
    "& [data-part=rays]": { stroke: "solar.fill", strokeWidth: "3", strokeLinecap: "round" },
    "& [data-part=far]": { fill: "battery.wash" },
    "& [data-part=near]": { fill: "battery.fill", opacity: "0.45" },
    "& [data-part=panels] path": { fill: "grid.fill", stroke: "bg.panel", strokeWidth: "1.5" },
    "& [data-part=panels] [data-part=lines]": { fill: "none", strokeWidth: "1" },
    "& [data-part=trees] path": {
      fill: "battery",
      stroke: "battery.wash",
      strokeWidth: "0.75",
      strokeLinejoin: "round",
    },
  },
});
