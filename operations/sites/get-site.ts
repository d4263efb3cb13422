import { readSite } from "#database/sites.ts";
import { Problem } from "#domain/problem.ts";
import { type AtSharedSite, onSharedSite, onSite } from "../access.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { describeSharedSite } from "../shares/describe-shared-site.ts";
import { sharedSiteInput, siteInput } from "../site-input.ts";
import { describeSite } from "./describe-site.ts";
import { openedSite, openedSiteExample } from "./site-schema.ts";

export const getSiteById = operation({
  path: "POST /site/v2/getSiteById",
  description: {
    summary: "Opens a site by its id, which viewers of a share link may leave out",
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
    summary:
      "Opens a site by the serial number of its module, at the role that the caller has there",
    output: openedSite,
    example: { input: { sn: "HP-0001" }, output: openedSiteExample },
  },
  input: siteInput({}),
  access: onSite("viewRealtime"),
  run: openSite,
});

async function openSite({ context, caller, site }: { context: Context } & AtSharedSite) {
  const row = await readSite(context.database, site.id);
  if (row === undefined) throw new Problem("notFound");
  if (caller.kind === "share") return { ...describeSharedSite(row, caller, context), owner: false };
  return {
    ...describeSite(row, site.actor, caller.person, context),
    owner: site.actor.owner,
  };
}
