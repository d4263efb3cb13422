import { styled } from "#app/theme/styled.tsx";
import { FLOW_NAMES, type PowerFlow } from "#domain/sites/energy-flow.ts";
import { type Curve, pathOf, pointOn } from "./flow-layout.ts";
import { useDrift } from "./use-drift.ts";

const THINNEST = 3;
const WIDEST = 15;
const DOT_SPACING = 26;
/** Position of the arrow between the node and the inverter, as a fraction. */
const ARROW_AT = 0.5;

type FlowEdgeProps = { flow: PowerFlow; curve: Curve; moving: boolean };

/**
 * One flow: its width follows the power, its dots run in the direction of the energy, and an arrow replaces them if the
 * user prefers reduced motion.
 */
export function FlowEdge({ flow, curve, moving }: FlowEdgeProps) {
  const flowing = flow.direction === "in" || flow.direction === "out";
  const outward = flow.direction === "out";
  const width = THINNEST + (WIDEST - THINNEST) * flow.share;
  const dots = useDrift(flowing && moving, flow.share, DOT_SPACING);
  const arrow = pointOn(curve, ARROW_AT);
  return (
    <Edge data-flow={flow.name} data-direction={flow.direction}>
      <path d={pathOf(curve)} data-part="bed" />
      {flowing && (
        <>
          <path d={pathOf(curve)} data-part="band" style={{ strokeWidth: width }} />
          <path
            ref={dots}
            d={pathOf(curve, outward)}
            data-part="dots"
            style={{
              strokeWidth: Math.max(3, width * 0.42),
              strokeDasharray: `0 ${DOT_SPACING}`,
            }}
          />
          <g
            transform={`translate(${arrow.x} ${arrow.y}) rotate(${arrow.angle + (outward ? 180 : 0)})`}
          >
            <circle r="9" data-part="plate" />
            <path d="M-4.5 -4.5 6 0 -4.5 4.5 -2 0Z" data-part="arrow" />
          </g>
        </>
      )}
    </Edge>
  );
}

/** In the stylesheet, so that the picture stays styled even if scripts fail. */
const Edge = styled("g", {
  fill: "none",
  strokeLinecap: "round",
  "& [data-part=bed]": { stroke: "border", strokeWidth: "2" },
  "&[data-direction=unknown] [data-part=bed]": { strokeDasharray: "1 7" },
  "& [data-part=band]": { opacity: "0.32", transition: "stroke-width 0.8s" },
  "& [data-part=dots]": { stroke: "currentColor", transition: "stroke-width 0.8s" },
  "& [data-part=plate]": { fill: "bg.panel", stroke: "currentColor", strokeWidth: "1.5" },
  "& [data-part=arrow]": { fill: "currentColor" },
  ...Object.fromEntries(
    FLOW_NAMES.map((name) => [
      `&[data-flow=${name}]`,
      { color: name, "& [data-part=band]": { stroke: `${name}.fill` } },
    ]),
  ),
});
