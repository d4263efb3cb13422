import { z } from "zod";
import { memberRole, userType } from "#domain/access/role-schemas.ts";
import { USER_TYPE } from "#domain/access/roles.ts";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import { newNews } from "#domain/news/new-news.ts";
import { timeZoneName } from "#domain/sites/time-zone-name.ts";
import { accountName, language, typedPassword } from "#domain/users/user.ts";

const seedAccount = z.object({
  account: accountName,
  name: z.string().min(1),
  password: typedPassword,
  type: userType.default(USER_TYPE.ordinary),
  rule: z.int().default(0),
  demo: z.boolean().default(false),
  language: language.default("en"),
});

/** SHA-256 of the module's secret, base64url. */
const secretHash = z.string().regex(/^[\w-]{43}$/);

const seedSite = z.object({
  name: z.string().min(1),
  location: z.string().default(""),
  /** ISO 3166-1 alpha-2. */
  country: z.string().default(""),
  tags: z.array(z.string()).default([]),
  electricityPrice: z.number().nullable().default(null),
  feedInPrice: z.number().nullable().default(null),
  /** Installed power, W. */
  solarPeak: z.number().nullable().default(null),
  priceUnit: z.string().nullable().default(null),
  latitude: z.number().min(-90).max(90).nullable().default(null),
  longitude: z.number().min(-180).max(180).nullable().default(null),
  timeZone: timeZoneName,
  systemType: z.string().nullable().default(null),
  systemCode: z.int().nullable().default(null),
  /** The module that the site has claimed. */
  serial: serialNumber,
  secretHash,
  /** Account of the owner. */
  owner: accountName,
  members: z.array(z.object({ account: accountName, role: memberRole })).default([]),
});

/** Initial data of a local installation. Owners and members refer to accounts. */
export const seedData = z.object({
  accounts: z.array(seedAccount),
  sites: z.array(seedSite),
  /** Registered modules that are not claimed. */
  modules: z
    .array(
      z.object({
        serial: serialNumber,
        type: z.string().nullable().default(null),
        secretHash,
        /** SHA-256 of the check code on the label. */
        checkHash: secretHash.nullable().default(null),
      }),
    )
    .default([]),
  /** News for a database without any. */
  news: z.array(newNews).default([]),
});
/** The seed as written in a file, before defaults apply. */
export type SeedData = z.input<typeof seedData>;
export type CheckedSeed = z.output<typeof seedData>;
