import type { SiteRow } from "#database/sites/sites.ts";
import { hasRecordingTag } from "#domain/sites/recording.ts";
import type { AtSite } from "../access.ts";
import { describeBanner } from "../branding/describe-banner.ts";
import type { Context, Person } from "../context.ts";
import { describePlace } from "./describe-place.ts";
import { describeSite } from "./describe-site.ts";

/** Describes an opened site with the fields of its own pages. */
export function describeOpened(
  row: SiteRow,
  { actor, endsAt }: Pick<AtSite["site"], "actor" | "endsAt">,
  person: Person,
  context: Context,
) {
  const { electricityPrice, feedInPrice, priceUnit, reduceScale } = row.site;
  return {
    ...describeSite(row, actor, person, context),
    owner: actor.owner,
    endsAt,
    recording: hasRecordingTag(row.site.tags),
    electricityPrice,
    feedInPrice,
    priceUnit,
    reduceScale,
    ...describePlace(row.site),
    ...describeBanner(row.site.banner),
  };
}
