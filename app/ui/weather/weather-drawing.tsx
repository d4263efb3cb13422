import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { WeatherIcon } from "#domain/weather/conditions.ts";

const SUN = (
  <g data-part="sun">
    <circle cx="16" cy="16" r="6" />
    <path d="M16 4v3M16 25v3M4 16h3M25 16h3M7.5 7.5l2.1 2.1M22.4 22.4l2.1 2.1M7.5 24.5l2.1-2.1M22.4 9.6l2.1-2.1" />
  </g>
);
const SMALL_SUN = (
  <g data-part="sun">
    <circle cx="12" cy="11.5" r="4.5" />
    <path d="M12 3v2M3.5 11.5h2M6 5.5l1.4 1.4M18 5.5l-1.4 1.4" />
  </g>
);
const MOON = <path data-part="moon" d="M25 19.5A10 10 0 0 1 12.5 7 10 10 0 1 0 25 19.5z" />;
const SMALL_MOON = <path data-part="moon" d="M17 12A6.5 6.5 0 0 1 9 4a6.5 6.5 0 1 0 8 8z" />;
const CLOUD = (
  <path
    data-part="cloud"
    d="M10 25h12.5a5 5 0 0 0 .7-9.95A7.2 7.2 0 0 0 9.4 13.5 5.8 5.8 0 0 0 10 25z"
  />
);
const HIGH_CLOUD = (
  <path
    data-part="cloud"
    d="M10 20h12.5a5 5 0 0 0 .7-9.95A7.2 7.2 0 0 0 9.4 8.5 5.8 5.8 0 0 0 10 20z"
  />
);

const DRAWINGS: Readonly<Record<WeatherIcon, ReactNode>> = {
  "clear-day": SUN,
  "clear-night": MOON,
  "partly-day": (
    <>
      {SMALL_SUN}
      {CLOUD}
    </>
  ),
  "partly-night": (
    <>
      {SMALL_MOON}
      {CLOUD}
    </>
  ),
  overcast: (
    <>
      <path data-part="behind" d="M16 9a5 5 0 0 1 9-2.5A4.5 4.5 0 0 1 27 15l-6 1z" />
      {CLOUD}
    </>
  ),
  fog: (
    <>
      {HIGH_CLOUD}
      <path data-part="lines" d="M6 23.5h20M9 27.5h14" />
    </>
  ),
  drizzle: (
    <>
      {HIGH_CLOUD}
      <path data-part="drops" d="M12 23l-.7 2M17 23l-.7 2M22 23l-.7 2" />
    </>
  ),
  rain: (
    <>
      {HIGH_CLOUD}
      <path data-part="drops" d="M12 22.5l-2 6M17.5 22.5l-2 6M23 22.5l-2 6" />
    </>
  ),
  sleet: (
    <>
      {HIGH_CLOUD}
      <path data-part="drops" d="M12 22.5l-2 6M23 22.5l-2 6" />
      <path data-part="flakes" d="M16.5 23v4.5M14.5 24.1l4 2.3M18.5 24.1l-4 2.3" />
    </>
  ),
  snow: (
    <>
      {HIGH_CLOUD}
      <path
        data-part="flakes"
        d="M10.5 23v4.5M8.5 24.1l4 2.3M12.5 24.1l-4 2.3M21.5 23v4.5M19.5 24.1l4 2.3M23.5 24.1l-4 2.3M16 25.5v4.5M14 26.6l4 2.3M18 26.6l-4 2.3"
      />
    </>
  ),
  thunder: (
    <>
      {HIGH_CLOUD}
      <path data-part="bolt" d="M17.5 18l-4.5 7h4l-1.5 5 5-7.5h-4l2-4.5z" />
    </>
  ),
};

/** Drawing of the sky; its text stands beside it. */
export function WeatherDrawing({ icon, size }: { icon: WeatherIcon | null; size: string }) {
  return (
    <Drawing viewBox="0 0 32 32" aria-hidden="true" style={{ width: size, height: size }}>
      {icon !== null && DRAWINGS[icon]}
    </Drawing>
  );
}

const Drawing = chakra("svg", {
  base: {
    flexShrink: "0",
    strokeLinecap: "round",
    strokeLinejoin: "round",
    "& [data-part=sun]": { fill: "solar.fill", stroke: "solar.fill", strokeWidth: "2" },
    "& [data-part=moon]": { fill: "grid.fill" },
    "& [data-part=cloud]": { fill: "quiet.wash", stroke: "quiet.fill", strokeWidth: "1.75" },
    "& [data-part=behind]": { fill: "quiet.fill", opacity: "0.7" },
    "& [data-part=lines]": { stroke: "quiet.fill", strokeWidth: "2" },
    "& [data-part=drops]": { stroke: "load.fill", strokeWidth: "2" },
    "& [data-part=flakes]": { stroke: "load.fill", strokeWidth: "1.25" },
    "& [data-part=bolt]": { fill: "solar.fill" },
  },
});
