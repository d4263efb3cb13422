import { z } from "zod";
import { listNewestReleases } from "#database/rollouts/rollout-releases.ts";
import { listOpenSites } from "#database/rollouts/rollout-sites.ts";
import { BRIEF, type BriefSite } from "#database/site-list/site-columns.ts";
import { countFacets } from "#database/site-list/site-filters.ts";
import { STATUS, storedStatus } from "#database/site-list/site-index.ts";
import { listSites } from "#database/site-list/site-list.ts";
import { holdersOf } from "#domain/access/can.ts";
import { parseManifest } from "#domain/firmware/manifest.ts";
import { MAX_ROLLOUT_SITES } from "#domain/rollouts/limits.ts";
import { listedStatusesOf, STATUS_ORDER, siteListQuery } from "#domain/sites/site-list.ts";
import { siteStatus } from "#domain/sites/site-status.ts";
import { fromBase64Url } from "#protocol/base64url.ts";
import { verifyManifest } from "#protocol/firmware/verify-release.ts";
import { signedIn } from "../access.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { siteScope } from "../sites/list-sites.ts";
import { permissionOf } from "./author.ts";
import { sicknessOf } from "./sickness.ts";

/** Maximum number of releases that are offered, the newest ones. */
const MAX_RELEASES = 100;
const BY_NAME = siteListQuery.parse({}).order;

/** Why a site cannot take part now. A site that is offline or unhealthy may be well again at its turn. */
const OBSTACLES = ["forbidden", "inRollout", "offline", "unhealthy"] as const;

export const listRolloutSites = operation({
  path: "POST /site/v2/rollout/listSites",
  writes: false,
  description: {
    summary:
      "Returns the caller's sites by name, at most 2,000, with the reason for which a site cannot take part in a rollout now",
    output: z.object({
      total: z.int().describe("Number of sites that the search and the filter found"),
      statuses: z
        .array(z.object({ status: siteStatus, sites: z.int() }))
        .describe("Statuses of all of the caller's sites, the worst first"),
      list: z.array(
        z.object({
          siteId: z.int(),
          name: z.string(),
          location: z.string(),
          status: siteStatus,
          reason: z.enum(OBSTACLES).nullable(),
        }),
      ),
    }),
    example: {
      input: { kind: "settings", search: "roof" },
      output: {
        total: 1,
        statuses: [
          { status: "offline", sites: 1 },
          { status: "normal", sites: 11 },
        ],
        list: [
          {
            ...{ siteId: 12, name: "Harbour roof", location: "Hamburg" },
            ...{ status: "offline", reason: "offline" },
          },
        ],
      },
    },
  },
  input: siteListQuery
    .pick({ search: true, filter: true })
    .extend({ kind: z.enum(["firmware", "settings"]).describe("What is rolled out") }),
  access: signedIn("manageRollouts"),
  async run({ input: { kind, ...query }, context, caller }) {
    const { database } = context;
    const scope = siteScope(caller, context);
    const { list, total } = await listSites<BriefSite>(
      database,
      scope,
      { ...query, order: BY_NAME },
      { limit: MAX_ROLLOUT_SITES, offset: 0, width: BRIEF },
    );
    const ids = list.map(({ id }) => id);
    const [open, facets] = await Promise.all([
      listOpenSites(database, ids, MAX_ROLLOUT_SITES),
      countFacets(database, scope),
    ]);
    const busy = new Set(open);
    const counted = new Map(facets.map(({ facet, sites }) => [facet, sites]));
    const { roles } = holdersOf(permissionOf({ kind }));
    return {
      total,
      statuses: STATUS_ORDER.flatMap((status) => {
        // Offline sites are two statuses of the list.
        const listed = listedStatusesOf([status]).map(storedStatus);
        const sites = listed.reduce((sum, one) => sum + (counted.get(STATUS + one) ?? 0), 0);
        return sites === 0 ? [] : [{ status, sites }];
      }),
      list: list.map(({ id: siteId, name, location, ...site }) => ({
        ...{ siteId, name, location, status: site.status },
        reason: obstacleOf(site, roles.includes(site.role), busy.has(siteId)),
      })),
    };
  },
});

function obstacleOf(
  { online, status, alarm }: Pick<BriefSite, "online" | "status" | "alarm">,
  isPermitted: boolean,
  isBusy: boolean,
): (typeof OBSTACLES)[number] | null {
  if (!isPermitted) return "forbidden";
  return isBusy ? "inRollout" : sicknessOf({ online: online === 1, status, alarm });
}

const offeredRelease = z.object({
  releaseId: z.int(),
  vendor: z.string(),
  family: z.string(),
  typeCode: z.string().describe("Type code of the equipment"),
  models: z.array(z.string()),
  component: z.string(),
  version: z.string(),
  from: z.array(z.string()).nullable().describe("Versions that may be updated; null for all"),
  notes: z.record(z.string(), z.string()).describe("What is new, by language"),
  size: z.int().describe("Bytes"),
  minSoc: z.number().nullable().describe("Minimum state of charge, %"),
  whenOff: z.boolean().describe("Whether the inverters must be off"),
  expires: z.int().describe("ms UTC; no transfer begins from then on"),
  publishTime: z.int(),
});
type OfferedRelease = z.output<typeof offeredRelease>;

export const listRolloutReleases = operation({
  path: "POST /site/v2/rollout/listReleases",
  writes: false,
  description: {
    summary: "Returns the valid firmware releases, newest first, of which a rollout can be made",
    output: z.object({ list: z.array(offeredRelease) }),
    example: {
      input: {},
      output: {
        list: [
          {
            ...{ releaseId: 4, vendor: "Helios", family: "K1", typeCode: "0033" },
            ...{ models: ["K1-5000"], component: "dsp", version: "1.8.0", from: ["1.7.x"] },
            ...{ notes: { en: "Faster start." }, size: 1_310_720, minSoc: 30, whenOff: false },
            ...{ expires: 1_800_000_000_000, publishTime: 1_790_000_000_000 },
          },
        ],
      },
    },
  },
  input: z.object({}),
  access: signedIn("manageRollouts"),
  async run({ context }) {
    const valid = { limit: MAX_RELEASES, now: context.now() };
    const rows = await listNewestReleases(context.database, valid);
    const offered = await Promise.all(rows.map((row) => offerRelease(context, row)));
    return { list: offered.filter((release) => release !== null) };
  },
});

type ReleaseRow = Awaited<ReturnType<typeof listNewestReleases>>[number];

/** Describes a release by its signed manifest; null if that is not valid. Its file is verified before each transfer. */
async function offerRelease(
  { firmwareKeys: keys, now }: Context,
  { id, manifest, signature, keyId, publishedAt }: ReleaseRow,
): Promise<OfferedRelease | null> {
  const bytes = fromBase64Url(manifest);
  const content = bytes === null ? null : parseManifest(bytes);
  if (content === null) return null;
  const trust = { keys, revoked: new Set<string>() };
  if (!(await verifyManifest({ manifest, signature, keyId }, trust, now())).ok) return null;
  const { vendor, family, typeCode, models, component, version, from, size, expires } = content;
  return {
    releaseId: id,
    ...{ vendor, family, typeCode, models, component, version, from, size, expires },
    notes: content.notes ?? {},
    minSoc: content.minSoc ?? null,
    whenOff: content.whenOff ?? false,
    publishTime: publishedAt,
  };
}
