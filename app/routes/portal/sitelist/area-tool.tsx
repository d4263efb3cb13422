import "#app/map/fence.css";
import { Button } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { loadChunk } from "#app/load-chunk.ts";
import type { OpenMap } from "#app/map/base-map.ts";
import type { FenceLayer } from "#app/map/fence-layer.ts";
import { raiseAlert } from "#app/ui/alert-store.ts";
import { MAX_AREA_RADIUS_M, MIN_AREA_RADIUS_M } from "#domain/sites/area-limits.ts";
import { listAddress, readListQuery } from "./list-query.ts";

/** Draws the circle that limits the list on its map. The filters have the same as number fields. */
export function AreaTool({ open }: { open: OpenMap | null }) {
  const { t } = useTranslation("listtools");
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = readListQuery(new URLSearchParams(search));
  const { area } = query;
  const layer = useRef<FenceLayer | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [isDrawing, setDrawing] = useState(false);
  const choose = (to: Parameters<typeof listAddress>[1]) =>
    void navigate(listAddress(query, to), { replace: true, preventScrollReset: true });
  const latest = useRef(choose);
  latest.current = choose;
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
      // The map is removed with all its layers.
      layer.current = null;
    };
  }, []);
  /** Loads the drawing plug-in when it is first needed. */
  const lay = async (map: OpenMap["map"]) => {
    if (layer.current !== null) return layer.current;
    const { openFenceLayer } = await loadChunk(() => import("#app/map/fence-layer.ts"));
    if (!isThere.current) return null;
    layer.current ??= openFenceLayer(map, {
      radii: [MIN_AREA_RADIUS_M, MAX_AREA_RADIUS_M],
      onDraw: (drawn) => {
        if (drawn.shape === "circle")
          latest.current({ area: { ...drawn.centre, radius: drawn.radius } });
      },
      onEnd: () => setDrawing(false),
    });
    return layer.current;
  };
  const key = JSON.stringify(area);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the circle is compared by its numbers
  useEffect(() => {
    if (open === null || (area === null && layer.current === null)) return;
    const circle = area && {
      shape: "circle" as const,
      centre: { latitude: area.latitude, longitude: area.longitude },
      radius: area.radius,
    };
    lay(open.map).then(
      (laid) => laid?.show(circle, true),
      () => raiseAlert("noServer"),
    );
  }, [open, key]);
  const draw = async () => {
    if (open === null) return;
    if (isDrawing) {
      layer.current?.stop();
      return setDrawing(false);
    }
    setLoading(true);
    const laid = await lay(open.map).catch(() => {
      raiseAlert("noServer");
      return null;
    });
    setLoading(false);
    laid?.draw("circle");
    setDrawing(laid !== null);
  };
  const stop = useRef(draw);
  stop.current = draw;
  useEffect(() => {
    if (!isDrawing) return;
    const onKey = ({ key: pressed }: KeyboardEvent) => pressed === "Escape" && void stop.current();
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [isDrawing]);
  if (open === null) return null;
  return (
    <>
      <div className="map-tool">
        <Button size="sm" boxShadow="md" loading={isLoading} onClick={draw}>
          {t(isDrawing ? "area.stop" : "area.draw")}
        </Button>
        {area !== null && !isDrawing && (
          <Button
            size="sm"
            variant="outline"
            bg="bg.panel"
            boxShadow="md"
            onClick={() => choose({ area: null })}
          >
            {t("area.clear")}
          </Button>
        )}
      </div>
      {isDrawing && (
        <p className="map-hint" role="status">
          {t("area.drawHint")}
        </p>
      )}
    </>
  );
}
