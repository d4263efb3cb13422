import { chakra } from "@chakra-ui/react";

const RAYS = [-70, -46, -23, 0, 23, 46, 70];

const WAVES = [
  [232, "#134140"],
  [270, "#103736"],
  [310, "#0d2f2f"],
] as const;

/** The sun over the water: decoration beside the login. */
export function HarbourPicture() {
  return (
    <chakra.svg
      aria-hidden="true"
      viewBox="0 0 600 360"
      preserveAspectRatio="xMaxYMax meet"
      position="absolute"
      insetInline="0"
      bottom="0"
      w="full"
      h={{ base: "full", lg: "46%" }}
      overflow="visible"
      _rtl={{ transform: "scaleX(-1)" }}
    >
      <defs>
        <radialGradient id="glow" gradientUnits="userSpaceOnUse" cx="300" cy="230" r="360">
          <stop offset="0" stopColor="#f6b443" stopOpacity="0.38" />
          <stop offset="0.5" stopColor="#f6b443" stopOpacity="0.09" />
          <stop offset="1" stopColor="#f6b443" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect x="-1200" y="-140" width="3000" height="400" fill="url(#glow)" />
      <g stroke="#f6b443" strokeWidth="6" strokeLinecap="round" opacity="0.85">
        {RAYS.map((angle) => (
          <path key={angle} d="M300 92V70" transform={`rotate(${angle} 300 230)`} />
        ))}
      </g>
      <path d="M186 230a114 114 0 0 1 228 0v24H186z" fill="#f6b443" />
      {WAVES.map(([y, fill]) => (
        <path
          key={y}
          d={`M-1200 ${y}${"c50-14 100-14 150 0s100 14 150 0".repeat(8)}v140H-1200z`}
          fill={fill}
        />
      ))}
    </chakra.svg>
  );
}
