import { type ComponentProps, Suspense, useEffect, useState } from "react";
import { Outlet, useLocation, useRevalidator, useRouteLoaderData } from "react-router";
import { backend } from "#app/backend.server.ts";
import { openSite, requireUser } from "#app/guard.server.ts";
import { useLive } from "#app/live/live-context.ts";
import { LiveProvider } from "#app/live/live-provider.tsx";
import { useConnectionSettled } from "#app/live/use-connection-settled.ts";
import { readCookie } from "#app/read-cookie.ts";
import { siteSearch } from "#app/site-search.ts";
import { styled } from "#app/theme/styled.tsx";
import { BannerSlot } from "#app/ui/banner/banner-slot.tsx";
import { OPEN_BANNER, parseBannerState } from "#app/ui/banner/open-state.ts";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { AppShell } from "#app/ui/shell/app-shell.tsx";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { innerItems, LAST_LIST } from "#app/ui/shell/navigation.ts";
import { editorPhoto, shellPerson } from "#app/ui/shell/shell-user.ts";
import { useZoneRules } from "#app/ui/use-zone-rules.ts";
import { can, canOnPlatform } from "#domain/access/can.ts";
import { describeZone } from "#domain/history/zone-offsets.ts";
import type { Banner } from "#domain/users/banner.ts";
import type { Route } from "./+types/layout";
import { ErrorSlot } from "./frame/error-slot.tsx";
import { SessionEnd } from "./frame/session-end.tsx";
import { SiteHeader } from "./frame/site-header.tsx";
import type { Overview } from "./realtime/today/use-overview.ts";
import { ShareOpener } from "./share/share-opener.tsx";
import type { WeatherSite } from "./weather/use-site-weather.ts";

const HeaderWeather = lazyComponent(() => import("./weather/header-weather.tsx"), {
  reportErrors: false,
});

export const handle: CrumbHandle = {
  crumbs: (loaderData) => {
    const name = (loaderData as { site?: { name: string } } | undefined)?.site?.name;
    return [
      { label: "navigation.siteList", to: LAST_LIST },
      ...(name === undefined ? [] : [{ text: name }]),
    ];
  },
};

export async function loader(args: Route.LoaderArgs) {
  const person = requireUser(args);
  const site = await openSite(args);
  const actor = { role: site.role, owner: site.owner, demo: person.demo, share: false };
  return {
    person: shellPerson(person),
    now: args.context.get(backend).context.now(),
    mayControl: can(actor, "control"),
    mayViewCommands: can(actor, "viewCommands"),
    mayScale: person.rule > 0 && can(actor, "editScale"),
    may: {
      devices: can(actor, "viewDevices"),
      alarms: can(actor, "viewAlarmLog"),
      parameters: can(actor, "viewParameters"),
      messages: can(actor, "viewMessages"),
      firmware: can(actor, "updateFirmware"),
      members: can(actor, "viewMembers"),
      settings: can(actor, "editTags"),
      share: can(actor, "share"),
    },
    banner: {
      shown: bannerOf(site),
      state: parseBannerState(readCookie(args.request, OPEN_BANNER)),
      mayEdit: can(actor, "editBanner"),
      photo: editorPhoto(person),
    },
    site: {
      key: site.key,
      search: siteSearch(site),
      name: site.name,
      owner: {
        name: site.creator.name,
        header: site.creator.header,
        mayEdit: site.owner && canOnPlatform(person, "editAccount"),
      },
      role: site.role,
      endsAt: site.endsAt,
      position: positionOf(site),
      timeZone: site.timeZone.timeZoneId,
      zoneRules: describeZone(site.timeZone.timeZoneId),
      systemCode: site.systemCode,
      status: site.status,
      recording: site.recording,
    },
  };
}

type Place = { latitude: number | null; longitude: number | null };

function positionOf({ latitude, longitude }: Place) {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

function bannerOf(site: Banner): Banner {
  const { textPosition, textPositionPhone, bannerText, bannerImages } = site;
  return { textPosition, textPositionPhone, bannerText, bannerImages };
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const { site, now, person, may, banner } = loaderData;
  useZoneRules(site.timeZone, site.zoneRules);
  const { pathname } = useLocation();
  const isOverview = pathname === "/realtime";
  const loaded = useRouteLoaderData<{ overview: Overview | null }>("routes/site/realtime/page");
  return (
    <LiveProvider siteKey={site.key} lastKnown={loaded?.overview ?? null}>
      <AppShell items={innerItems(site.search, may)} person={person}>
        <Content data-overview={isOverview || undefined}>
          {isOverview && (
            <SiteBanner
              key={`banner ${site.key}`}
              banner={banner.shown}
              state={banner.state === "auto" ? "closed" : banner.state}
              mayEdit={banner.mayEdit}
              photo={banner.photo}
              action={`/banner${site.search}`}
            />
          )}
          <SiteHeader
            name={site.name}
            owner={site.owner}
            timeZone={site.timeZone}
            status={site.status}
            now={now}
            recording={site.recording}
          />
          <WeatherSlot position={site.position} timeZone={site.timeZone} now={now} />
          <SessionEnd endsAt={site.endsAt} timeZone={site.timeZone} />
          {/* The key discards the input and the state of the previous site when another one is opened. */}
          <Outlet key={site.key} />
          <ErrorSlot
            timeZone={site.timeZone}
            log={may.alarms ? `/log${site.search}&state=open` : null}
          />
          <FreshPage role={site.role} />
          {may.share && <ShareOpener siteName={site.name} search={site.search} />}
        </Content>
      </AppShell>
    </LiveProvider>
  );
}

/** The banner of a site, whose buttons load after the connection has settled. */
function SiteBanner(props: ComponentProps<typeof BannerSlot>) {
  return <BannerSlot {...props} isReady={useConnectionSettled()} />;
}

/** The banner is above the overview, and on phones below its first screen. */
const Content = styled("div", {
  "&[data-overview]": { display: "flex", flexDirection: "column" },
  "& > [data-banner]": { order: { base: "1", md: "-1" }, flexShrink: "0" },
  "& > [data-below]": { order: "2" },
});

/** Loads the weather of the header after the connection has settled, except on /realtime, which shows more of it. */
function WeatherSlot(site: WeatherSite) {
  const { pathname } = useLocation();
  if (!useConnectionSettled() || site.position === null || pathname === "/realtime") return null;
  return (
    <Suspense>
      <HeaderWeather {...site} />
    </Suspense>
  );
}

/**
 * Requests the page again when the user's role changes, and after the connection was interrupted: a new build of the
 * portal interrupts it too and is detected with the page.
 */
function FreshPage({ role }: { role: number }) {
  const { revalidate } = useRevalidator();
  const liveRole = useLive((site) => site.view?.role ?? role);
  const kind = useLive(({ connection }) => connection.kind);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (liveRole !== role) void revalidate();
  }, [liveRole, role, revalidate]);
  useEffect(() => {
    if (kind === "reconnecting") setBroken(true);
    if (kind !== "live" || !isBroken) return;
    setBroken(false);
    void revalidate();
  }, [kind, isBroken, revalidate]);
  return null;
}
