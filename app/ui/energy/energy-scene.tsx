import { chakra } from "@chakra-ui/react";
import { countDrawnTrees } from "./forest.ts";

/** Positions of the trees on the slope, the first ones in front: distance from the left and from the top. */
const PLACES: readonly [x: number, y: number][] = [
  [148, 122],
  [178, 120],
  [163, 133],
  [196, 128],
  [136, 135],
  [208, 118],
  [180, 139],
  [150, 142],
  [212, 140],
  [166, 114],
  [196, 145],
  [134, 118],
  [224, 130],
  [190, 111],
];

/** Sun, panels, and a forest whose size matches the energy; the values beside it show the details. */
export function EnergyScene({ trees }: { trees: number }) {
  return (
    <Scene aria-hidden="true">
      <svg viewBox="0 0 320 150" preserveAspectRatio="none" aria-hidden="true">
        <path data-part="far" d="M0 112 C50 88 96 92 142 106 S250 84 320 98 V150 H0Z" />
        <path data-part="near" d="M0 132 C70 112 132 122 188 128 S280 112 320 120 V150 H0Z" />
      </svg>
      <svg viewBox="0 0 240 150" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
        <circle data-part="glow" cx="66" cy="50" r="40" />
        <circle data-part="sun" cx="66" cy="50" r="22" />
        <path
          data-part="rays"
          d="M66 17v-9M66 83v9M33 50h-9M99 50h9M43 27l-6-6M89 27l6-6M43 73l-6 6M89 73l6 6"
        />
        <path
          data-part="panels"
          d="M12 142l12-22h30l-12 22zM48 142l12-22h30l-12 22zM84 142l12-22h30l-12 22z"
        />
        <path
          data-part="lines"
          d="M18 131h30M54 131h30M90 131h30M39 120l-12 22M75 120l-12 22M111 120l-12 22"
        />
        {PLACES.slice(0, countDrawnTrees(trees)).map(([x, y]) => (
          <path
            key={`${x} ${y}`}
            data-part="tree"
            d={`M${x} ${y - 19}l8 14h-5l6 9h-18l6-9h-5zM${x - 1} ${y + 4}h2v5h-2z`}
          />
        ))}
      </svg>
    </Scene>
  );
}

const Scene = chakra("div", {
  base: {
    position: "relative",
    flex: "1",
    bg: "load.wash",
    "& svg": { position: "absolute", inset: "0", w: "full", h: "full" },
    "& [data-part=glow]": { fill: "solar.wash" },
    "& [data-part=sun]": { fill: "solar.fill" },
    "& [data-part=rays]": { stroke: "solar.fill", strokeWidth: "3", strokeLinecap: "round" },
    "& [data-part=far]": { fill: "battery.wash" },
    "& [data-part=near]": { fill: "battery.fill", opacity: "0.45" },
    "& [data-part=panels]": { fill: "grid.fill", stroke: "bg.panel", strokeWidth: "1.5" },
    "& [data-part=lines]": { fill: "none", stroke: "bg.panel", strokeWidth: "1" },
    "& [data-part=tree]": {
      fill: "battery",
      stroke: "battery.wash",
      strokeWidth: "0.75",
      strokeLinejoin: "round",
    },
  },
});
