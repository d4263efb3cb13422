import { useMemo, useSyncExternalStore } from "react";
import { useLive } from "#app/live/live-context.ts";
import { isCurrent } from "#app/live/live-site.ts";
import { siteHas } from "#app/live/site-has.ts";
import { styled } from "#app/theme/styled.tsx";
import { type FlowName, flowsOf, type PowerFlow } from "#domain/sites/energy-flow.ts";
import { FlowEdge } from "./flow-edge.tsx";
import { FlowHub } from "./flow-hub.tsx";
import { layOutTall, layOutWide } from "./flow-layout.ts";
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

/** Shows the current energy flow of the site. */
export function FlowPicture() {
  const view = useLive((site) => site.view);
  const current = useLive(isCurrent);
  const flows = useMemo(() => {
    const known =
      view === null
        ? []
        : flowsOf(
            (address) => siteHas(view, address),
            (address) => view.values[address]?.v,
          );
    return known.length === 0 ? SKETCH : known;
  }, [view]);
  const wide = useWide();
  const layout = (wide ? layOutWide : layOutTall)(flows.map(({ name }) => name));
  const look = current ? "current" : "stale";
  return (
    <Frame>
      <FlowSummary key={view ? "known" : "unknown"} flows={flows} />
      <Picture
        aria-hidden
        data-look={look}
        style={{ aspectRatio: `${layout.width} / ${layout.height}` }}
      >
        <svg viewBox={`0 0 ${layout.width} ${layout.height}`} role="presentation">
          {flows.map((flow) => {
            const place = layout.places[flow.name];
            return (
              place && (
                <FlowEdge
                  key={`${flow.name} ${layout.width}`}
                  flow={flow}
                  curve={place.curve}
                  moving={current}
                />
              )
            );
          })}
        </svg>
        <FlowHub layout={layout} />
        {flows.map((flow) => (
          <FlowNode key={flow.name} flow={flow} layout={layout} wide={wide} />
        ))}
      </Picture>
    </Frame>
  );
}

const Frame = styled("div", {
  position: "relative",
  w: "full",
  maxW: { base: "sm", md: "full" },
  mx: "auto",
});

const Picture = styled("div", {
  position: "relative",
  w: "full",
  transition: "filter 0.4s",
  "& > svg": {
    position: "absolute",
    inset: "0",
    w: "full",
    h: "full",
    overflow: "visible",
    _rtl: { transform: "scaleX(-1)" },
  },
  // Data that is not current loses its colour but stays readable.
  "&[data-look=stale]": { filter: "saturate(0.12)", "& > svg": { opacity: "0.5" } },
});

const WIDE_WINDOW = "(min-width: 48em)";

function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(WIDE_WINDOW);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(WIDE_WINDOW).matches,
    () => true,
  );
}
