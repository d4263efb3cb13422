import { Outlet } from "react-router";
import { callForPage, requireUser } from "#app/guard.server.ts";
import { readCookie } from "#app/read-cookie.ts";
import { BannerSlot } from "#app/ui/banner/banner-slot.tsx";
import { OPEN_BANNER, parseBannerState } from "#app/ui/banner/open-state.ts";
import { AppShell } from "#app/ui/shell/app-shell.tsx";
import { outerItems } from "#app/ui/shell/navigation.ts";
import { editorPhoto, shellPerson } from "#app/ui/shell/shell-user.ts";
import { canOnPlatform } from "#domain/access/can.ts";
import { isCustomBanner } from "#domain/users/default-banner.ts";
import type { Route } from "./+types/layout";
import { NewsPopup } from "./news/news-popup.tsx";

export async function loader(args: Route.LoaderArgs) {
  const person = requireUser(args);
  const [{ nums }, { banner }, { unacknowledged }, popup] = await Promise.all([
    callForPage(args, "POST /help/v2/news/nums", {}),
    callForPage(args, "POST /user/v2/get", {}),
    callForPage(args, "POST /site/v2/alarm/all/count", {}),
    callForPage(args, "POST /help/v2/news/popup", {}),
  ]);
  return {
    person: shellPerson(person),
    operator: canOnPlatform(person, "viewPlatform"),
    unread: nums,
    alarms: unacknowledged,
    popup,
    /** No banner is shown until the user creates one on /user. */
    banner: banner && isCustomBanner(banner) ? banner : null,
    photo: editorPhoto(person),
    bannerState: parseBannerState(readCookie(args.request, OPEN_BANNER)),
  };
}

export default function PortalLayout({ loaderData }: Route.ComponentProps) {
  const { person, operator, unread, alarms, popup, banner, photo, bannerState } = loaderData;
  const { demo } = person;
  return (
    <AppShell items={outerItems({ demo, operator, unread, alarms })} person={person}>
      {banner && (
        <BannerSlot
          banner={banner}
          state={bannerState}
          mayEdit={!person.demo}
          photo={photo}
          action="/banner"
        />
      )}
      <Outlet />
      <NewsPopup news={popup} />
    </AppShell>
  );
}
