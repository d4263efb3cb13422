import { data, type RouterContextProvider, redirect } from "react-router";
import { backend, call, problemOf } from "#app/backend.server.ts";
import { readCookie } from "#app/read-cookie.ts";
import { OPEN_BANNER, parseBannerState } from "#app/ui/banner/open-state.ts";
import { describeZone } from "#domain/history/zone-offsets.ts";
import { PROBLEM_STATUS } from "#domain/problem.ts";
import { SHARE_SESSION_MS } from "#domain/sharing/share.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import type { Banner } from "#domain/users/banner.ts";
import { isCustomBanner } from "#domain/users/default-banner.ts";
import { isSecureLine } from "#protocol/own-cookie.ts";
import {
  SHARE_FIELD,
  shareCookie,
  shareRef,
  withShareSession,
  writeShareCookie,
} from "#protocol/share-cookie.ts";

type PageArgs = { request: Request; url: URL; context: Readonly<RouterContextProvider> };

/** The token in the address of a link. */
export const accountIn = (url: URL) => url.searchParams.get("tk") ?? "";

/** State of the page of a link: the site, its password form, or an error. */
export async function findShareState({ request, url, context }: PageArgs) {
  const account = accountIn(url);
  const { caller, context: server } = context.get(backend);
  if (caller.kind !== "share") return findProtection(context, account);
  const site = await call(context, "POST /site/v2/getForPage", {});
  const ref = shareRef(account);
  return {
    state: "inside",
    now: server.now(),
    shareRef: ref,
    banner: isCustomBanner(site) ? bannerFor(ref, site) : null,
    bannerState: parseBannerState(readCookie(request, OPEN_BANNER)),
    isPlaceHidden: caller.share.hidesLocation,
    site: {
      key: site.key,
      name: site.name,
      location: site.location,
      timeZone: site.timeZone.timeZoneId,
      zoneRules: describeZone(site.timeZone.timeZoneId),
      systemType: site.systemType,
      systemCode: site.systemCode,
      status: site.status,
    },
  } as const;
}

/** Banner with image addresses that the viewer of this link may read. */
function bannerFor(ref: string, site: Banner): Banner {
  const { textPosition, textPositionPhone, bannerText } = site;
  const asViewer = new URLSearchParams({ [SHARE_FIELD]: ref });
  const bannerImages = site.bannerImages.map((path) => `${path}?${asViewer}`);
  return { textPosition, textPositionPhone, bannerText, bannerImages };
}

const INVALID_LINK = { state: "invalidLink" } as const;
const RATE_LIMITED = { state: "rateLimited" } as const;

async function findProtection(context: PageArgs["context"], account: string) {
  try {
    const input = { account };
    const { protection } = await call(context, "POST /site/v2/share/getByShareAccount", input);
    return { state: "notEntered", isProtected: protection === 1 } as const;
  } catch (thrown) {
    const code = problemOf(thrown)?.code;
    if (code === "notFound" || code === "invalid")
      return data(INVALID_LINK, { status: PROBLEM_STATUS.notFound });
    if (code === "tooFast") return data(RATE_LIMITED, { status: PROBLEM_STATUS.tooFast });
    throw thrown;
  }
}

/** Starts a share session and stores it in the browser beside those of other links. */
export async function enter({ request, url, context }: PageArgs, password: string) {
  const account = accountIn(url);
  const input = { account, password };
  const { token } = await call(context, "POST /auth/v2/shareLogin", input);
  const secure = isSecureLine(request);
  const held = readCookie(request, shareCookie(secure)) ?? "";
  const kept = withShareSession(held, shareRef(account), token);
  const cookie = writeShareCookie(kept, SHARE_SESSION_MS / SECOND_MS, secure);
  // The viewer gets to the page that the link names, for example the site's history.
  return redirect(`/share${url.search}`, {
    headers: { "Set-Cookie": cookie },
  });
}
