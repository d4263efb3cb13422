import { readSite, type SiteRow } from "#database/sites/sites.ts";
import { can } from "#domain/access/can.ts";
import { Problem } from "#domain/problem.ts";
import { hasRecordingTag } from "#domain/sites/recording.ts";
import { type AtSharedSite, onSharedSite, onSite } from "../access.ts";
import { describeBanner } from "../branding/describe-banner.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { describeForViewer } from "../shares/describe-for-viewer.ts";
import { sharedSiteInput, siteInput } from "../site-input.ts";
import { activeExample, activeFields, NO_ACTIVE_FIELDS, readActiveFields } from "./active-site.ts";
import { describeOpened } from "./describe-opened.ts";
import { openedSite, openedSiteExample } from "./site-schema.ts";

const activeSite = openedSite.extend(activeFields);
const activeSiteExample = { ...openedSiteExample, ...activeExample };

export const getSiteById = operation({
  path: "POST /site/v2/getSiteById",
  description: {
    summary: "Returns a site by its id, which viewers of a share link may omit",
    output: activeSite,
    example: { input: { id: 12 }, output: activeSiteExample },
  },
  input: sharedSiteInput({}),
  access: onSharedSite("viewRealtime"),
  run: openActiveSite,
});

/** For pages, which take one round trip to D1 and request nothing of the site's object. */
export const openSiteForPage = operation({
  path: "POST /site/v2/getForPage",
  served: "pages",
  description: {
    summary: "Returns the fields of a site that its pages show",
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
    output: activeSite,
    example: { input: { sn: "HP-0001" }, output: activeSiteExample },
  },
  input: siteInput({}, "sn"),
  access: onSite("viewRealtime"),
  run: openActiveSite,
});

/** Share viewers do not receive prices and the allowed area. */
const UNSHARED = {
  electricityPrice: null,
  feedInPrice: null,
  priceUnit: null,
  solarPeak: null,
  geofence: null,
  gps: null,
  fence: null,
};

async function openSite(asked: { context: Context } & AtSharedSite) {
  const row = await readSite(asked.context.database, asked.site.id);
  if (row === undefined) throw new Problem("notFound");
  return describe(row, asked);
}

async function openActiveSite(asked: { context: Context } & AtSharedSite) {
  const { context, site } = asked;
  const row = await readSite(context.database, site.id);
  if (row === undefined) throw new Problem("notFound");
  const isMember = can(site.actor, "viewIdentity");
  const active = isMember ? await readActiveFields(context, row) : NO_ACTIVE_FIELDS;
  return { ...describe(row, asked), ...active };
}

function describe(row: SiteRow, { context, caller, site }: { context: Context } & AtSharedSite) {
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
