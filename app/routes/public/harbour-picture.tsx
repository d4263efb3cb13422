import { chakra } from "@chakra-ui/react";

const RAYS = [-70, -46, -23, 0, 23, 46, 70];

/** The sun over the water: decoration beside the login. */
export function HarbourPicture() {
  return (
    <chakra.svg
      aria-hidden="true"
      viewBox="0 0 600 360"
      preserveAspectRatio="xMidYMax slice"
      position="absolute"
      insetInline="0"
      bottom="0"
      w="full"
      h={{ base: "full", lg: "46%" }}
    >
      <defs>
        <radialGradient id="glow" cx="50%" cy="100%" r="75%">
          <stop offset="0" stopColor="#f6b443" stopOpacity="0.38" />
          <stop offset="0.5" stopColor="#f6b443" stopOpacity="0.09" />
          <stop offset="1" stopColor="#f6b443" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="600" height="230" fill="url(#glow)" />
      <g stroke="#f6b443" strokeWidth="6" strokeLinecap="round" opacity="0.85">
        {RAYS.map((angle) => (
          <path key={angle} d="M300 92V70" transform={`rotate(${angle} 300 230)`} />
        ))}
      </g>
      <path d="M186 230a114 114 0 0 1 228 0z" fill="#f6b443" />
      <path
        d="M0 232c50-14 100-14 150 0s100 14 150 0 100-14 150 0 100 14 150 0v128H0z"
        fill="#134140"
      />
      <path
        d="M0 270c50-14 100-14 150 0s100 14 150 0 100-14 150 0 100 14 150 0v90H0z"
        fill="#103736"
      />
      <path
        d="M0 310c50-14 100-14 150 0s100 14 150 0 100-14 150 0 100 14 150 0v50H0z"
        fill="#0d2f2f"
      />
    </chakra.svg>
  );
}
