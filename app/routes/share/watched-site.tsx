import { Flex, Grid, Text } from "@chakra-ui/react";
import { Suspense, useEffect, useState } from "react";
import { useRevalidator, useSearchParams } from "react-router";
import { ShareContext } from "#app/api/share-context.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive } from "#app/live/live-context.ts";
import { LiveProvider } from "#app/live/live-provider.tsx";
import { BannerSlot } from "#app/ui/banner/banner-slot.tsx";
import type { BannerState } from "#app/ui/banner/open-state.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { Segments } from "#app/ui/segments.tsx";
import { useZoneRules } from "#app/ui/use-zone-rules.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import type { Banner } from "#domain/users/banner.ts";
import type { HistorySite } from "../site/chart/history/history-view.tsx";
import { SiteHeader } from "../site/frame/site-header.tsx";
import { FlowCard } from "../site/realtime/flow/flow-card.tsx";
import { StatusPanel } from "../site/realtime/status-panel.tsx";
import EquipmentTree from "../site/realtime/tree/equipment-tree.tsx";

const History = lazyComponent<{ site: HistorySite }>(
  () => import("../site/chart/history/history-view.tsx"),
);

type WatchedSiteProps = {
  now: number;
  /** Reference of the share session. */
  shareRef: string;
  isPlaceHidden: boolean;
  /** Null if the site has no banner. */
  banner: Banner | null;
  bannerState: BannerState;
  site: Omit<HistorySite, "siteKey" | "now"> & {
    key: string;
    name: string;
    location: string;
    status: SiteStatus;
    zoneRules: string;
  };
};

/** Live data and history of a site through its share link, read-only. */
export function WatchedSite(props: WatchedSiteProps) {
  const { site, now, shareRef, isPlaceHidden, banner, bannerState } = props;
  useZoneRules(site.timeZone, site.zoneRules);
  const [view, show] = useView();
  const { t } = useTranslation("share");
  return (
    <LiveProvider siteKey={site.key} shareRef={shareRef}>
      <PageTitle page={site.name} />
      {banner && (
        <BannerSlot banner={banner} state={bannerState} mayEdit={false} photo={null} action="" />
      )}
      <SiteHeader name={site.name} timeZone={site.timeZone} status={site.status} now={now} />
      <Note location={site.location} isPlaceHidden={isPlaceHidden} />
      <Flex mb="4">
        <Segments
          label={t("views.label")}
          options={VIEWS.map((name) => ({ name, text: t(`views.${name}`) }))}
          chosen={view}
          onChoose={show}
        />
      </Flex>
      {view === "now" ? (
        <Now timeZone={site.timeZone} now={now} status={site.status} />
      ) : (
        <ShareContext value={shareRef}>
          <Suspense>
            <History site={{ ...site, siteKey: site.key, now }} />
          </Suspense>
        </ShareContext>
      )}
      <FreshView />
    </LiveProvider>
  );
}

const VIEWS = ["now", "history"] as const;
type View = (typeof VIEWS)[number];

/** The view and the state of the history are stored in the address. */
function useView(): [View, (view: View) => void] {
  const [params, setParams] = useSearchParams();
  const view = VIEWS.find((one) => one === params.get("show")) ?? "now";
  const show = (wanted: View) =>
    setParams(
      { tk: params.get("tk") ?? "", ...(wanted === "now" ? {} : { show: wanted }) },
      { preventScrollReset: true, defaultShouldRevalidate: false },
    );
  return [view, show];
}

type NowProps = { timeZone: string; now: number; status: SiteStatus };

function Now({ timeZone, now, status }: NowProps) {
  return (
    <>
      <Grid
        templateColumns={{ base: "minmax(0, 1fr)", xl: "minmax(0, 1fr) 22rem" }}
        gap={{ base: "4", lg: "5" }}
        mb={{ base: "4", lg: "5" }}
        alignItems="start"
      >
        <FlowCard timeZone={timeZone} now={now} />
        <StatusPanel status={status} />
      </Grid>
      <EquipmentTree timeZone={timeZone} />
    </>
  );
}

function Note({ location, isPlaceHidden }: { location: string; isPlaceHidden: boolean }) {
  const { t } = useTranslation("share");
  const place = isPlaceHidden ? t("hiddenLocation") : location;
  return (
    <Flex wrap="wrap" columnGap="5" rowGap="1" mb="4" textStyle="sm" color="fg.muted">
      <Flex align="center" gap="2">
        <Icon name="share" size="1.1em" />
        {t("note")}
      </Flex>
      {place !== "" && (
        <Flex align="center" gap="2" minW="0">
          <Icon name="site" size="1.1em" />
          <Text as="bdi" overflowWrap="anywhere" minW="0">
            {place}
          </Text>
        </Flex>
      )}
    </Flex>
  );
}

/**
 * Requests the page again when the connection of a viewer is closed: the link may have been removed, may ask for a
 * password, or may show less than before.
 */
function FreshView() {
  const { revalidate } = useRevalidator();
  const kind = useLive(({ connection }) => connection.kind);
  const [wasLive, setWasLive] = useState(false);
  useEffect(() => {
    if (kind === "live") setWasLive(true);
    else if (kind === "ended" || wasLive) {
      setWasLive(false);
      void revalidate();
    }
  }, [kind, wasLive, revalidate]);
  return null;
}
