import { readSite } from "#database/sites/sites.ts";
import { Problem } from "#domain/problem.ts";
import { hasRecordingTag } from "#domain/sites/recording.ts";
import { type AtSharedSite, onSharedSite, onSite } from "../access.ts";
import { describeBanner } from "../branding/describe-banner.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { describeForViewer } from "../shares/describe-for-viewer.ts";
import { sharedSiteInput, siteInput } from "../site-input.ts";
import { describeOpened } from "./describe-opened.ts";
import { openedSite, openedSiteExample } from "./site-schema.ts";

export const getSiteById = operation({
  path: "POST /site/v2/getSiteById",
  description: {
    summary: "Returns a site by its id, which viewers of a share link may omit",
    output: openedSite,
    example: { input: { id: 12 }, output: openedSiteExample },
  },
  input: sharedSiteInput({}),
  access: onSharedSite("viewRealtime"),
  run: openSite,
});

export const getSiteBySn = operation({
  path: "POST /site/v2/getSiteBySN",
  description: {
    summary: "Returns a site by the serial number of its module, with the caller's role",
    output: openedSite,
    example: { input: { sn: "HP-0001" }, output: openedSiteExample },
  },
  input: siteInput({}),
  access: onSite("viewRealtime"),
  run: openSite,
});

/** Share viewers do not receive prices and the allowed area. */
const UNSHARED = {
  electricityPrice: null,
  feedInPrice: null,
  priceUnit: null,
  geofence: null,
  gps: null,
  fence: null,
};

async function openSite({ context, caller, site }: { context: Context } & AtSharedSite) {
  const row = await readSite(context.database, site.id);
  if (row === undefined) throw new Problem("notFound");
  const { reduceScale, banner } = row.site;
  if (caller.kind === "share")
    return {
      ...describeForViewer(row, caller, context),
      ...UNSHARED,
      owner: false,
      endsAt: null,
      reduceScale,
      recording: hasRecordingTag(row.site.tags),
      ...describeBanner(banner),
    };
  return describeOpened(row, site, caller.person, context);
}
