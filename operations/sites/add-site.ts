import { z } from "zod";
import { claimSite } from "#database/sites/site-claims.ts";
import { readSite } from "#database/sites/sites.ts";
import { SITE_ROLE } from "#domain/access/roles.ts";
import { Problem } from "#domain/problem.ts";
import { currencyCode } from "#domain/sites/currency.ts";
import { indexSite } from "#domain/sites/name-index.ts";
import { pricePerKwh } from "#domain/sites/price.ts";
import { siteLocation, siteName } from "#domain/sites/site-name.ts";
import { timeZoneName } from "#domain/sites/time-zone-name.ts";
import { actorOf, signedIn } from "../access.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { describeOpened } from "./describe-opened.ts";
import { newLoggerSecret } from "./logger-secret.ts";
import { loggerSecret, openedSite, openedSiteExample } from "./site-schema.ts";
import { labelShape, verifyModuleLabel, wrongModule } from "./verify-module-label.ts";

const input = z
  .object({
    ...labelShape,
    name: siteName,
    location: siteLocation.default(""),
    latitude: z.number().min(-90).max(90).nullable().default(null),
    longitude: z.number().min(-180).max(180).nullable().default(null),
    timeZone: timeZoneName
      .optional()
      .describe(
        "IANA name. Required if `latitude` and `longitude` are omitted or null; otherwise it defaults to the time zone of the position",
      ),
    electricityPrice: pricePerKwh.describe("Of a kWh from the grid"),
    priceUnit: currencyCode.describe("ISO 4217"),
    feedInPrice: pricePerKwh.nullable().default(null).describe("Of a kWh to the grid"),
  })
  .superRefine(({ latitude, longitude, timeZone }, issues) => {
    const miss = (field: string) =>
      issues.addIssue({ code: "custom", path: [field], message: "required" });
    if (latitude === null && longitude !== null) miss("latitude");
    if (latitude !== null && longitude === null) miss("longitude");
    if (latitude === null && timeZone === undefined) miss("timeZone");
  });

/** Creates a site from a module; the caller, who has its label, becomes the owner. */
export const addSite = operation({
  path: "POST /site/v2/add",
  description: {
    summary: "Creates a site of the caller by claiming an unclaimed module with its check code",
    output: openedSite.extend({ loggerSecret }),
    example: {
      input: {
        sn: "HP-0001",
        checkCode: "7QK4-M2XD",
        name: "Harbour roof",
        location: "Hamburg",
        latitude: 53.5,
        longitude: 10,
        timeZone: "Europe/Berlin",
        electricityPrice: 0.32,
        priceUnit: "EUR",
        feedInPrice: 0.08,
      },
      output: { ...openedSiteExample, loggerSecret: null },
    },
  },
  input,
  access: signedIn("addSite"),
  async run({ input: asked, context, caller }) {
    const { serial } = await verifyModuleLabel(context, caller, asked);
    const { person } = caller;
    const { secret, hash } = newLoggerSecret(context);
    const site = { ...(await describePlace(context, asked)), ...describeNew(asked, serial) };
    const claim = { serial, userId: person.id, secretHash: hash, now: context.now() };
    const claimed = await claimSite(context.database, site, claim);
    if (claimed === null) throw wrongModule();
    const row = await readSite(context.database, claimed.siteId);
    if (row === undefined) throw new Problem("notFound");
    const actor = actorOf(person, { role: SITE_ROLE.administrator, creatorId: row.site.creatorId });
    return {
      ...describeOpened(row, { actor, endsAt: null }, person, context),
      loggerSecret: claimed.hasNewSecret ? secret : null,
    };
  },
});

type AddSiteInput = z.output<typeof input>;

function describeNew(asked: AddSiteInput, serial: string) {
  const { name, location, electricityPrice, priceUnit, feedInPrice } = asked;
  const called = { name, location, serial };
  return { name, location, electricityPrice, priceUnit, feedInPrice, ...indexSite(called) };
}

async function describePlace({ places }: Context, { latitude, longitude, timeZone }: AddSiteInput) {
  if (latitude === null || longitude === null)
    return { latitude: null, longitude: null, country: "", timeZone: timeZone ?? "UTC" };
  const position = { latitude, longitude };
  return {
    ...position,
    country: (await places.countryAt(position)) ?? "",
    timeZone: timeZone ?? (await places.timeZoneAt(position)),
  };
}
