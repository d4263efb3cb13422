import "./map-view.css";
import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { loadChunk } from "#app/load-chunk.ts";
import type { OpenMap } from "#app/map/base-map.ts";
import type { MarkedSite } from "#app/map/cluster-index.ts";
import { MapFrame } from "#app/map/map-frame.tsx";
import { unpackMap } from "#app/map/packed-map.ts";
import type { LayerTexts, SiteLayer } from "#app/map/site-layer.ts";
import { raiseAlert } from "#app/ui/alert-store.ts";
import { formatCount } from "#domain/units/count.ts";
import { AreaTool } from "./area-tool.tsx";
import { MapCard } from "./map-card-panel.tsx";
import type { loader } from "./map-data.ts";

type MapViewProps = {
  /** Null while no sites are being selected. */
  selected: ReadonlySet<number> | null;
  onPick(siteId: number, on: boolean): void;
  /** Takes the user's own sites on the map. */
  onOwn(siteIds: readonly number[]): void;
};

/** All sites of the list's query on a map. */
export default function MapView(props: MapViewProps) {
  return (
    <Suspense>
      <SiteMap {...props} />
    </Suspense>
  );
}

type LoadedMap = Awaited<ReturnType<typeof loader>>;

function SiteMap({ selected, onPick, onOwn }: MapViewProps) {
  usePageTexts("map");
  const { t } = useTranslation("map");
  const { search } = useLocation();
  const fetcher = useFetcher<typeof loader>({ key: "site-map" });
  const { load } = fetcher;
  useEffect(() => {
    void load(`/sitelist/map${search}`);
  }, [load, search]);
  const sites = useMemo(
    () => (fetcher.data === undefined ? null : unpackMap(fetcher.data.packed)),
    [fetcher.data],
  );
  const [picked, setPicked] = useState<MarkedSite | null>(null);
  useEffect(() => {
    if (sites !== null) onOwn(sites.filter(({ owner }) => owner).map(({ id }) => id));
  }, [sites, onOwn]);
  // A marker selects an own site while sites are being selected, otherwise it opens the card.
  const act = useRef<(site: MarkedSite) => void>(setPicked);
  act.current = (site) => {
    if (selected === null || !site.owner) setPicked(site);
    else onPick(site.id, !selected.has(site.id));
  };
  const [pickSite] = useState(() => (site: MarkedSite) => act.current(site));
  const { open, setOpen, layer } = useSiteLayer(sites, {
    ...{ search, picked, selected },
    onPick: pickSite,
  });
  const close = () => {
    if (picked !== null) layer.current?.focus(picked.id);
    setPicked(null);
  };
  return (
    <div className="map-sites">
      <MapFrame label={t("sites.label")} onMap={setOpen}>
        <AreaTool open={open} />
        {picked !== null && <MapCard key={picked.id} site={picked} onClose={close} />}
      </MapFrame>
      <p className="map-summary" role="status">
        {fetcher.data === undefined ? t("sites.loading") : <Words read={fetcher.data} />}
      </p>
    </div>
  );
}

/** Counts the sites that the map does not show. */
function Words({ read: { shown, withoutPosition, more } }: { read: LoadedMap }) {
  const { t } = useTranslation("map");
  return [
    shown === 0 && withoutPosition > 0 && t("sites.none"),
    shown > 0 && withoutPosition > 0 && t("sites.hidden", { count: withoutPosition }),
    more && t("sites.cut", { count: shown + withoutPosition }),
  ]
    .filter(Boolean)
    .join(" ");
}

type Shown = {
  search: string;
  picked: MarkedSite | null;
  selected: ReadonlySet<number> | null;
  onPick: (site: MarkedSite) => void;
};

/** Shows the markers; a new search fits all of them into the view. */
function useSiteLayer(sites: MarkedSite[] | null, { search, picked, selected, onPick }: Shown) {
  const texts = useLayerTexts();
  const [open, setOpen] = useState<OpenMap | null>(null);
  const [isLaid, setLaid] = useState(false);
  const layer = useRef<SiteLayer | null>(null);
  const fitted = useRef<string | null>(null);
  useEffect(() => {
    if (open === null) return;
    let isGone = false;
    const lay = ({ layOutSites }: typeof import("#app/map/site-layer.ts")) => {
      if (isGone) return;
      layer.current = layOutSites(open.map, { texts, onPick });
      fitted.current = null;
      setLaid(true);
    };
    loadChunk(() => import("#app/map/site-layer.ts")).then(lay, () => raiseAlert("noServer"));
    return () => {
      isGone = true;
      // The map may have been removed with all its layers.
      layer.current = null;
      setLaid(false);
    };
  }, [open, texts, onPick]);
  useEffect(() => {
    if (!isLaid || sites === null) return;
    layer.current?.show(sites, fitted.current !== search);
    if (sites.length > 0) fitted.current = search;
  }, [isLaid, sites, search]);
  useEffect(() => {
    if (isLaid) layer.current?.select(selected);
  }, [isLaid, selected]);
  useEffect(() => {
    if (isLaid) layer.current?.pick(picked?.id ?? null);
  }, [isLaid, picked]);
  return { open, setOpen, layer };
}

function useLayerTexts(): LayerTexts {
  const { t, i18n } = useTranslation(["map", "common"]);
  const { language } = i18n;
  return useMemo(
    () => ({
      site: (name, status) => t("sites.site", { name, status: t(`common:siteStatus.${status}`) }),
      cluster: (count, worst) =>
        t("sites.cluster", { count, status: t(`common:siteStatus.${worst}`) }),
      number: (count) => formatCount(count, language),
    }),
    [t, language],
  );
}
