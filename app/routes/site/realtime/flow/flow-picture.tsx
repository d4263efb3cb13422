import { type CSSProperties, useMemo } from "react";
import { useLive } from "#app/live/live-context.ts";
import { isCurrent, isLost, knownState } from "#app/live/live-site.ts";
import { siteHas } from "#app/live/site-has.ts";
import { styled } from "#app/theme/styled.tsx";
import { type FlowName, flowsOf, type PowerFlow } from "#domain/sites/energy-flow.ts";
import { FlowEdge } from "./flow-edge.tsx";
import { FlowHub } from "./flow-hub.tsx";
import { type FlowLayout, layOutTall, layOutWide, type Point, WIDE_CARD } from "./flow-layout.ts";
import { FlowNode } from "./flow-node.tsx";
import { FlowSummary } from "./flow-summary.tsx";

/** Sketched until the site's equipment is known. */
const USUAL: readonly FlowName[] = ["solar", "grid", "battery", "load"];
const SKETCH: readonly PowerFlow[] = USUAL.map((name) => ({
  name,
  power: null,
  direction: "unknown",
  share: 0,
}));

/**
 * Shows the current energy flow of the site, or the last known one, still. Both arrangements are rendered, and the
 * stylesheet shows one by the width of the card, so that nothing moves when scripts start.
 */
export function FlowPicture() {
  const view = useLive((site) => site.view);
  const known = useLive(knownState);
  const current = useLive(isCurrent);
  const isDated = useLive((site) => isLost(site) || site.view !== null || !site.lastKnown?.online);
  const flows = useMemo(() => {
    if (known === null) return SKETCH;
    const found = flowsOf(
      (address) => (view === null ? address in known.values : siteHas(view, address)),
      (address) => known.values[address]?.v,
    );
    return found.length === 0 ? SKETCH : found;
  }, [view, known]);
  const names = flows.map(({ name }) => name);
  const [wide, tall] = [layOutWide(names), layOutTall(names)];
  const look = current ? "current" : isDated ? "stale" : "known";
  return (
    <Frame>
      <FlowSummary key={known ? "known" : "unknown"} flows={flows} />
      <Picture
        aria-hidden
        data-look={look}
        data-crowded={sourcesOf(names) > 2 || undefined}
        style={{ [WIDE_RATIO]: ratioOf(wide), [TALL_RATIO]: ratioOf(tall) }}
      >
        <Lines layout={wide} flows={flows} moving={current} arrangement="wide" />
        <Lines layout={tall} flows={flows} moving={current} arrangement="tall" />
        <FlowHub style={placeIn(wide, wide.hub, tall, tall.hub)} />
        {flows.map((flow) => {
          const [own, other] = [wide.places[flow.name], tall.places[flow.name]];
          if (!own || !other) return null;
          return (
            <FlowNode
              key={flow.name}
              flow={flow}
              style={placeIn(wide, own.node, tall, other.node)}
            />
          );
        })}
      </Picture>
    </Frame>
  );
}

type LinesProps = {
  layout: FlowLayout;
  flows: readonly PowerFlow[];
  moving: boolean;
  arrangement: "wide" | "tall";
};

function Lines({ layout, flows, moving, arrangement }: LinesProps) {
  return (
    <svg
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role="presentation"
      data-arrangement={arrangement}
    >
      {flows.map((flow) => {
        const place = layout.places[flow.name];
        return (
          place && <FlowEdge key={flow.name} flow={flow} curve={place.curve} moving={moving} />
        );
      })}
    </svg>
  );
}

const [WIDE_RATIO, TALL_RATIO] = ["--wide-ratio", "--tall-ratio"];
const ratioOf = ({ width, height }: FlowLayout) => `${width} / ${height}`;
const sourcesOf = (names: readonly FlowName[]) =>
  names.filter((name) => name !== "load" && name !== "battery").length;

/** Positions in both arrangements, from which the stylesheet chooses one. */
function placeIn(wide: FlowLayout, inWide: Point, tall: FlowLayout, inTall: Point): CSSProperties {
  return {
    "--wide-x": `${(inWide.x / wide.width) * 100}%`,
    "--wide-y": `${(inWide.y / wide.height) * 100}%`,
    "--tall-x": `${(inTall.x / tall.width) * 100}%`,
    "--tall-y": `${(inTall.y / tall.height) * 100}%`,
  } as CSSProperties;
}

const Frame = styled("div", {
  position: "relative",
  w: "full",
  containerType: "inline-size",
});

const Picture = styled("div", {
  position: "relative",
  w: "full",
  maxW: "34rem",
  mx: "auto",
  aspectRatio: `var(${TALL_RATIO})`,
  transition: "filter 0.4s",
  [WIDE_CARD]: { maxW: "none", aspectRatio: `var(${WIDE_RATIO})` },
  "& > svg": {
    position: "absolute",
    inset: "0",
    w: "full",
    h: "full",
    overflow: "visible",
    _rtl: { transform: "scaleX(-1)" },
  },
  "& > svg[data-arrangement=wide]": { display: "none", [WIDE_CARD]: { display: "block" } },
  "& > svg[data-arrangement=tall]": { [WIDE_CARD]: { display: "none" } },
  // Data that is not current loses its colour but stays readable.
  "&[data-look=stale]": { filter: "saturate(0.12)", "& > svg": { opacity: "0.5" } },
});
