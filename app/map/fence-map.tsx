import "./fence.css";
import { Button } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import type { Geofence, Position } from "#domain/sites/geofence.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { loadChunk } from "../load-chunk.ts";
import { raiseAlert } from "../ui/alert-store.ts";
import type { OpenMap } from "./base-map.ts";
import type { FenceLayer } from "./fence-layer.ts";
import { MapFrame } from "./map-frame.tsx";

type FenceMapProps = {
  /** The fence to edit; null if there is none. */
  fence: Geofence | null;
  shape: Geofence["shape"] | "none";
  site: Position | null;
  gps: Position | null;
  /** Whether the logger is inside the fence. */
  inside: boolean | null;
  onDraw: (fence: Geofence) => void;
};

const NEAR = 15;

/** Draws and edits a fence on a map, beside the site and its logger. */
export function FenceMap({ fence, shape, site, gps, inside, onDraw }: FenceMapProps) {
  const { t } = useTranslation("place");
  const [open, setOpen] = useState<OpenMap | null>(null);
  const [isDrawing, setDrawing] = useState(false);
  const { layer, isLaid } = useFenceLayer({
    open,
    fence,
    site,
    gps,
    onDraw,
    onEnd: () => setDrawing(false),
  });
  usePin(open, site, { label: t("gps.site") });
  const tone = inside === null ? "info" : inside ? "good" : "fault";
  usePin(open, gps, { label: t("gps.logger"), shape: "dot", tone });
  const draw = () => {
    if (shape === "none") return;
    if (isDrawing) layer.current?.stop();
    else layer.current?.draw(shape);
    setDrawing(!isDrawing);
    if (isDrawing) layer.current?.show(fence, true);
  };
  const stop = useRef(draw);
  stop.current = draw;
  useEffect(() => {
    if (!isDrawing) return;
    const onKey = ({ key }: KeyboardEvent) => key === "Escape" && stop.current();
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [isDrawing]);
  return (
    <div className="map-fencing">
      <MapFrame label={t("fence.map")} onMap={setOpen}>
        {shape !== "none" && isLaid && (
          <div className="map-tool">
            <Button size="sm" boxShadow="md" onClick={draw}>
              {t(isDrawing ? "fence.stop" : "fence.draw")}
            </Button>
          </div>
        )}
        {isDrawing && (
          <p className="map-hint" role="status">
            {t(shape === "circle" ? "fence.drawCircle" : "fence.drawPolygon")}
          </p>
        )}
      </MapFrame>
    </div>
  );
}

type LayerProps = Pick<FenceMapProps, "fence" | "site" | "gps" | "onDraw"> & {
  open: OpenMap | null;
  onEnd: () => void;
};

function useFenceLayer({ open, fence, site, gps, onDraw, onEnd }: LayerProps) {
  const layer = useRef<FenceLayer | null>(null);
  const own = useRef({ onDraw, onEnd, start: { fence, site, gps } });
  own.current = { onDraw, onEnd, start: { fence, site, gps } };
  const [isLaid, setLaid] = useState(false);
  useEffect(() => {
    if (open === null) return;
    const { fence, site, gps } = own.current.start;
    const middle = site ?? gps;
    if (middle !== null)
      open.map.setView([middle.latitude, middle.longitude], NEAR, { animate: false });
    let isGone = false;
    const lay = ({ openFenceLayer }: typeof import("./fence-layer.ts")) => {
      if (isGone) return;
      layer.current = openFenceLayer(open.map, {
        onDraw: (drawn) => own.current.onDraw(drawn),
        onEnd: () => own.current.onEnd(),
      });
      layer.current.show(fence, true);
      layer.current.fit();
      setLaid(true);
    };
    // If it cannot be loaded, the fence is edited in the form only.
    loadChunk(() => import("./fence-layer.ts")).then(lay, () => raiseAlert("noServer"));
    return () => {
      isGone = true;
      layer.current = null;
      setLaid(false);
    };
  }, [open]);
  useEffect(() => {
    if (isLaid) layer.current?.show(fence, true);
  }, [isLaid, fence]);
  return { layer, isLaid };
}

type PinStyles = Parameters<OpenMap["putPin"]>[1];

function usePin(
  open: OpenMap | null,
  at: Position | null,
  { label, shape = "pin", tone }: Omit<PinStyles, "onDrag">,
) {
  useEffect(() => {
    if (open === null || at === null) return;
    const styles = { label, shape, ...(tone && { tone }) };
    const pin = open.putPin([at.latitude, at.longitude], styles);
    return () => pin.remove();
  }, [open, at, label, shape, tone]);
}
