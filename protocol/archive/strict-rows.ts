import { z } from "zod";
import { MEMBER_ROLES } from "#domain/access/roles.ts";
import { extraFields } from "#domain/devices/extra-equipment.ts";
import { LANGUAGES } from "#domain/languages.ts";
import { MEMBERSHIP_CHANGE_KINDS } from "#domain/members/membership-change.ts";
import { escalationSteps } from "#domain/notifications/escalation.ts";
import { notificationPreferences, sitePreferences } from "#domain/notifications/preferences.ts";
import { registerAddress } from "#domain/registers/address.ts";
import { configOption, configValue } from "#domain/sites/config-options.ts";
import { currencyCode } from "#domain/sites/currency.ts";
import { MAX_REDUCE_SCALE } from "#domain/sites/energy-summary.ts";
import { geofence } from "#domain/sites/geofence.ts";
import { pricePerKwh } from "#domain/sites/price.ts";
import { siteLocation, siteName } from "#domain/sites/site-name.ts";
import { MAX_SOLAR_PEAK_W, MIN_SOLAR_PEAK_W } from "#domain/sites/site-yield.ts";
import { MAX_TAGS, tagName } from "#domain/sites/tag.ts";
import { timeZoneName } from "#domain/sites/time-zone-name.ts";
import { banner } from "#domain/users/banner.ts";
import { emailAddress } from "#domain/users/email-address.ts";
import {
  cityText,
  companyName,
  countryText,
  dealerName,
  mailLanguage,
  personName,
  phoneText,
  screenSaver,
} from "#domain/users/profile.ts";
import { archivedInstant } from "./instants.ts";
import { ARCHIVED_VALUES } from "./object-tables.ts";
import { MAX_ENTERED_BYTES, MAX_LINE_BYTES } from "./read-lines.ts";
import type { ArchiveKind } from "./site-files.ts";

/** End of an access, which a user may have set to any date. */
const end = z.int().min(0).max(8_640_000_000_000_000);
const role = z.literal([...MEMBER_ROLES]);
const MAX_SELECTION_NAME = 200;
const MAX_SELECTED = 1_000;
const selection = {
  name: z.string().min(1).max(MAX_SELECTION_NAME),
  addresses: z.array(registerAddress).max(MAX_SELECTED),
  created_at: archivedInstant,
};

const site = z.object({
  name: siteName,
  location: siteLocation,
  country: countryText,
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
  time_zone: timeZoneName,
  electricity_price: pricePerKwh.nullable(),
  feed_in_price: pricePerKwh.nullable(),
  price_unit: currencyCode.nullable(),
  reduce_scale: z.number().min(0).max(MAX_REDUCE_SCALE),
  solar_peak: z.number().min(MIN_SOLAR_PEAK_W).max(MAX_SOLAR_PEAK_W).nullable(),
  geofence: geofence.nullable(),
  tags: z.array(tagName).max(MAX_TAGS),
  banner: banner.nullable(),
  created_at: archivedInstant,
  system_type: z.string().max(50).nullable(),
  system_code: z.int().nullable(),
});
export type ArchivedSite = z.output<typeof site>;

const user = z.object({
  user: z.int(),
  name: z.string().max(1_000),
  email: emailAddress.nullable(),
  is_owner: z.boolean(),
});
export type ArchivedUser = z.output<typeof user>;

const member = z.object({
  email: emailAddress,
  role,
  ends_at: end.nullable(),
  receives_alarms: z.boolean().nullable(),
  is_dealer: z.boolean(),
  created_at: archivedInstant,
});
export type ArchivedMember = z.output<typeof member>;

const anyRole = z.int().min(0).max(3);
const accessChange = z.object({
  at: archivedInstant,
  kind: z.enum(MEMBERSHIP_CHANGE_KINDS),
  by: z.int().nullable(),
  user: z.int().nullable(),
  old_role: anyRole,
  new_role: anyRole,
  old_ends_at: end.nullable(),
  new_ends_at: end.nullable(),
});
export type ArchivedAccessChange = z.output<typeof accessChange>;

const years = z.int().min(1).max(1_000).nullable();
const retentionChange = z.object({
  at: archivedInstant,
  by: z.int().nullable(),
  old_years: years,
  new_years: years,
});
export type ArchivedRetentionChange = z.output<typeof retentionChange>;

const { typeCode, serialNumber, installedOn, ...fields } = extraFields;
const extra = z.object({
  ...fields,
  type_code: typeCode,
  serial: serialNumber,
  installed_on: installedOn,
  created_at: archivedInstant,
});
export type ArchivedExtra = z.output<typeof extra>;

const config = z.object({ option: configOption, value: configValue, created_at: archivedInstant });
const profile = z.object({
  name: personName,
  language: z.enum(LANGUAGES),
  phone: phoneText,
  company: companyName,
  country: countryText,
  city: cityText,
  dealer: dealerName,
  screen_saver: screenSaver,
  mail_language: mailLanguage,
  alarm_mails: z.boolean(),
  picture: z.string().nullable(),
  banner: banner.nullable(),
});
export type ArchivedProfile = z.output<typeof profile>;

/** Any other name could set a password, a budget or the logger's identity, which an archive never contains. */
const value = z.object({ name: z.enum(ARCHIVED_VALUES) });

/**
 * Schemas of rows besides the columns of their file: of those that become rows of the portal's database, each accepts
 * only what a user could have entered; of those of the site's object, only what an archive contains.
 */
export const STRICT_ROWS = {
  site: {
    site,
    users: user,
    members: member,
    invitations: member,
    "access-changes": accessChange,
    "retention-changes": retentionChange,
    configs: config,
    "extra-equipment": extra,
    selections: z.object(selection),
    preferences: z.object({ preferences: sitePreferences }),
    escalations: z.object({ steps: escalationSteps }),
    registers: z.object({ register: registerAddress }),
    values: value,
    gallery: z.object({ picture: z.string(), created_at: archivedInstant }),
  },
  person: {
    profile,
    contacts: z.object({ email: emailAddress, created_at: archivedInstant }),
    preferences: z.object({ preferences: notificationPreferences.partial() }),
  },
} as const satisfies Record<ArchiveKind, Record<string, z.ZodType>>;

/** Returns the stricter schema of a folder's rows; undefined if the columns suffice. */
export function strictSchema(kind: ArchiveKind, folder: string): z.ZodType | undefined {
  const schemas: Readonly<Record<string, z.ZodType>> = STRICT_ROWS[kind];
  return Object.hasOwn(schemas, folder) ? schemas[folder] : undefined;
}

/** Returns the maximum length of a folder's lines, bytes: each wrong item of a row that is checked becomes an error. */
export function maxLineBytes(kind: ArchiveKind, folder: string): number {
  const isChecked = strictSchema(kind, folder) !== undefined && folder !== "values";
  return isChecked ? MAX_ENTERED_BYTES : MAX_LINE_BYTES;
}
