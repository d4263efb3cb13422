import { Box, chakra } from "@chakra-ui/react";
import { NO_VALUE } from "#domain/units/format-quantity.ts";

const RADIUS = 20;
const ROUND = 2 * Math.PI * RADIUS;
const LOW = 20;

/** A battery's charge, %, as a ring that fills clockwise from the top. */
export function ChargeRing({ charge }: { charge: number | null }) {
  const part = Math.min(100, Math.max(0, charge ?? 0)) / 100;
  const colour = charge !== null && charge < LOW ? "warning.fill" : "battery.fill";
  return (
    <Box position="relative" w="48px" h="48px" flexShrink="0">
      <chakra.svg viewBox="0 0 48 48" w="full" h="full" transform="rotate(-90deg)">
        <chakra.circle
          cx="24"
          cy="24"
          r={RADIUS}
          fill="battery.wash"
          stroke="border"
          strokeWidth="5"
        />
        {charge !== null && (
          <chakra.circle
            cx="24"
            cy="24"
            r={RADIUS}
            fill="none"
            stroke={colour}
            strokeWidth="5"
            strokeLinecap={part > 0 ? "round" : "butt"}
            transition="stroke-dasharray 0.8s"
            style={{ strokeDasharray: `${part * ROUND} ${ROUND}` }}
          />
        )}
      </chakra.svg>
      <Box
        position="absolute"
        inset="0"
        display="flex"
        alignItems="center"
        justifyContent="center"
        textStyle="2xs"
        fontWeight="bold"
        color="battery"
      >
        {charge === null ? NO_VALUE : `${Math.round(charge)}%`}
      </Box>
    </Box>
  );
}
