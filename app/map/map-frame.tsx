import "./map.css";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { loadChunk } from "../load-chunk.ts";
import type { OpenMap } from "./base-map.ts";

type MapFrameProps = {
  /** Accessible name of the map. */
  label: string;
  /** Called with the map once it is ready, and with null when it is removed. */
  onMap: (open: OpenMap | null) => void;
  children?: ReactNode;
};

/** A map in its frame. Its code is loaded in the browser when it is first shown. */
export function MapFrame({ label, onMap, children }: MapFrameProps) {
  const { t, i18n } = useTranslation("map");
  const ground = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const latest = useRef(onMap);
  latest.current = onMap;
  const texts = useRef({ zoomIn: "", zoomOut: "", outlines: "" });
  texts.current = { zoomIn: t("zoomIn"), zoomOut: t("zoomOut"), outlines: t("outlines") };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the language creates another map
  useEffect(() => {
    let isGone = false;
    let open: OpenMap | undefined;
    loadChunk(() => import("./base-map.ts")).then(
      ({ openMap }) => {
        if (isGone || ground.current === null) return;
        open = openMap(ground.current, texts.current);
        latest.current(open);
        setState("ready");
      },
      () => !isGone && setState("failed"),
    );
    return () => {
      isGone = true;
      if (open === undefined) return;
      latest.current(null);
      open.map.remove();
    };
  }, [i18n.language]);
  return (
    <div className="map" data-state={state}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map */}
      <div ref={ground} className="map-ground" role="application" aria-label={label} tabIndex={0} />
      {children}
      <p className="map-status" role="status">
        {state !== "ready" && t(state)}
      </p>
    </div>
  );
}
