import { Outlet } from "react-router";
import { isCustomBanner } from "#domain/users/default-banner.ts";
import { callForPage, requireUser } from "../../guard.server.ts";
import { readCookie } from "../../read-cookie.ts";
import { BannerSlot } from "../../ui/banner/banner-slot.tsx";
import { OPEN_BANNER, parseBannerState } from "../../ui/banner/open-state.ts";
import { AppShell } from "../../ui/shell/app-shell.tsx";
import { outerItems } from "../../ui/shell/navigation.ts";
import { shellPerson } from "../../ui/shell/shell-user.ts";
import type { Route } from "./+types/layout";

export async function loader(args: Route.LoaderArgs) {
  const person = requireUser(args);
  const [{ nums }, { banner }] = await Promise.all([
    callForPage(args, "POST /help/v2/news/nums", {}),
    callForPage(args, "POST /user/v2/get", {}),
  ]);
  return {
    person: shellPerson(person),
    unread: nums,
    /** No banner is shown until the user creates one on /user. */
    banner: banner && isCustomBanner(banner) ? banner : null,
    bannerState: parseBannerState(readCookie(args.request, OPEN_BANNER)),
  };
}

export default function PortalLayout({ loaderData }: Route.ComponentProps) {
  const { person, unread, banner, bannerState } = loaderData;
  return (
    <AppShell items={outerItems(person.demo, unread)} person={person}>
      {banner && (
        <BannerSlot banner={banner} state={bannerState} mayEdit={!person.demo} action="/banner" />
      )}
      <Outlet />
    </AppShell>
  );
}
