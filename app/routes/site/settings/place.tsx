import { Suspense } from "react";
import { performForm } from "#app/forms/perform-form.server.ts";
import { numberOf, textOf } from "#app/forms/read-form.server.ts";
import { callForPage } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Geofence } from "#domain/sites/geofence.ts";
import type { Route } from "./+types/place";
import { openSettingsTab } from "./open-settings.server.ts";
import { FenceSection } from "./place/fence-section.tsx";
import { PositionSection } from "./place/position-section.tsx";

export async function loader(args: Route.LoaderArgs) {
  const site = await openSettingsTab(args, "place");
  const { name, latitude, longitude, location, geofence, gps } = site;
  return {
    name,
    latitude,
    longitude,
    location,
    geofence,
    gps,
    timeZone: site.timeZone.timeZoneId,
  };
}

export async function action(args: Route.ActionArgs) {
  const { key: siteKey } = await openSettingsTab(args, "place");
  return performForm(args, {
    async position(form) {
      const latitude = numberOf(form, "latitude") ?? null;
      const longitude = numberOf(form, "longitude") ?? null;
      const [location, timeZone] = [textOf(form, "location"), textOf(form, "timeZone")];
      await callForPage(args, "POST /site/v2/updateGPSInfo", {
        siteKey,
        latitude,
        longitude,
        location,
        timeZone,
      });
      return {};
    },
    async fence(form) {
      const geofence = readFence(textOf(form, "geofence"));
      await callForPage(args, "POST /site/v2/updateGeoFence", { siteKey, geofence });
      return {};
    },
  });
}

/** The operation validates the fence. */
function readFence(text: string): Geofence | null {
  try {
    return JSON.parse(text);
  } catch {
    return {} as Geofence;
  }
}

export default function PlaceRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <PlacePage place={loaderData} />
    </Suspense>
  );
}

function PlacePage({ place }: { place: Route.ComponentProps["loaderData"] }) {
  usePageTexts("map", "place");
  const { t } = useTranslation("place");
  return (
    <>
      <PageTitle page={`${t("title")} · ${place.name}`} />
      <PositionSection place={place} />
      <FenceSection place={place} />
    </>
  );
}
