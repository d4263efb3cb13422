import { z } from "zod";
import { listPublicSites } from "#database/shares/shares.ts";
import { siteStatus } from "#domain/sites/site-status.ts";
import { anyone } from "../access.ts";
import { operation } from "../operation.ts";
import { openShareToken } from "./share-token.ts";

const PAGE_SIZE = 24;
const MAX_PAGES = 1_000;
const nullableNumber = z.number().nullable();

const openSite = z.object({
  account: z
    .string()
    .describe("Token of the site's public link, which ends when the site is no longer public"),
  name: z.string(),
  picture: z.string().nullable().describe("Path of the banner's first image"),
  status: siteStatus,
  online: z.boolean(),
  solar: nullableNumber.describe("W"),
  load: nullableNumber.describe("W"),
  batterySoc: nullableNumber.describe("%"),
  metricsAt: z.int().nullable().describe("ms UTC"),
  location: z.string().describe("Empty if the location is hidden"),
  country: z.string().describe("ISO 3166-1 alpha-2; empty if the location is hidden"),
  latitude: nullableNumber,
  longitude: nullableNumber,
});
const NOWHERE = { location: "", country: "", latitude: null, longitude: null };

/** Lists public sites. */
export const listWorld = operation({
  path: "POST /site/v2/share/world",
  writes: false,
  description: {
    summary: "Lists public sites, newest first",
    output: z.object({ list: z.array(openSite), page: z.int(), hasMore: z.boolean() }),
    example: {
      input: { page: 1 },
      output: {
        list: [
          {
            account: "Zm9yLXRoZS1saW5rLW9mLTE4",
            name: "Harbour roof",
            picture: null,
            status: "normal",
            online: true,
            solar: 4210,
            load: 640,
            batterySoc: 81.5,
            metricsAt: 1_790_000_000_000,
            ...NOWHERE,
          },
        ],
        page: 1,
        hasMore: false,
      },
    },
  },
  input: z.object({ page: z.int().min(1).max(MAX_PAGES).default(1) }),
  access: anyone,
  async run({ input: { page }, context }) {
    const offset = (page - 1) * PAGE_SIZE;
    const rows = await listPublicSites(context.database, { limit: PAGE_SIZE + 1, offset });
    const list = rows
      .slice(0, PAGE_SIZE)
      .flatMap(({ sealedToken, hidesLocation, banner, ...site }) => {
        const account = sealedToken && openShareToken(context, sealedToken);
        if (!account) return [];
        const picture = banner?.bannerImages[0] ?? null;
        return [{ ...site, ...(hidesLocation && NOWHERE), picture, account }];
      });
    return { list, page, hasMore: rows.length > PAGE_SIZE };
  },
});
