import { MAX_EXTRA_EQUIPMENT } from "#domain/devices/extra-equipment.ts";
import { MAX_CHART_SELECTIONS, MAX_GALLERY_PICTURES } from "#domain/sites/site-limits.ts";
import { MAX_BANNER_IMAGES } from "#domain/users/banner.ts";
import { DAY_COLUMNS, LATEST_COLUMNS } from "./archive-rpc.ts";
import { OBJECT_TABLES } from "./object-tables.ts";
import type { Columns } from "./row-format.ts";

/** A folder of an archive: files of rows with these columns, of samples, or pictures. */
export type ArchiveFolder =
  | { kind: "rows"; columns: Columns; max: number; min?: number }
  | { kind: "samples" }
  | { kind: "pictures"; max: number };

const MAX_REGISTERS = 40_000;
const MAX_USERS = 100_000;
/** Maximum number of other rows of a site in the database. */
const MAX_ROWS = 10_000;
/** Maximum number of changes of access, the newest ones. */
export const MAX_ARCHIVED_CHANGES = 10_000;
const MAX_MEMBERS = 200;
const MAX_INVITATIONS = 500;

/** Folders of a site's archive in the order of its files, in which an import reads them. */
export const SITE_FOLDERS = {
  site: {
    kind: "rows",
    columns: {
      name: "text",
      location: "text",
      country: "text",
      latitude: "number?",
      longitude: "number?",
      time_zone: "text",
      electricity_price: "number?",
      feed_in_price: "number?",
      price_unit: "text?",
      reduce_scale: "number",
      solar_peak: "number?",
      geofence: "json",
      tags: "json",
      banner: "json",
      created_at: "integer",
      system_type: "text?",
      system_code: "integer?",
    },
    min: 1,
    max: 1,
  },
  users: {
    kind: "rows",
    columns: { user: "integer", name: "text", email: "text?", is_owner: "flag" },
    min: 1,
    max: MAX_USERS,
  },
  members: {
    kind: "rows",
    columns: {
      email: "text",
      role: "integer",
      ends_at: "integer?",
      receives_alarms: "flag",
      is_dealer: "flag",
      created_at: "integer",
    },
    max: MAX_MEMBERS,
  },
  invitations: {
    kind: "rows",
    columns: {
      email: "text",
      role: "integer",
      ends_at: "integer?",
      receives_alarms: "flag?",
      is_dealer: "flag",
      created_at: "integer",
    },
    max: MAX_INVITATIONS,
  },
  "access-changes": {
    kind: "rows",
    columns: {
      at: "integer",
      kind: "text",
      by: "user?",
      user: "user?",
      old_role: "integer",
      new_role: "integer",
      old_ends_at: "integer?",
      new_ends_at: "integer?",
    },
    max: MAX_ARCHIVED_CHANGES,
  },
  "retention-changes": {
    kind: "rows",
    columns: { at: "integer", by: "user?", old_years: "integer?", new_years: "integer?" },
    max: MAX_ROWS,
  },
  configs: {
    kind: "rows",
    columns: { option: "text", value: "text", created_at: "integer" },
    max: MAX_ROWS,
  },
  "extra-equipment": {
    kind: "rows",
    columns: {
      type_code: "text",
      name: "text",
      manufacturer: "text?",
      model: "text?",
      serial: "text?",
      quantity: "integer",
      installed_on: "text?",
      note: "text?",
      created_at: "integer",
    },
    max: MAX_EXTRA_EQUIPMENT,
  },
  selections: {
    kind: "rows",
    columns: { name: "text", addresses: "json", created_at: "integer" },
    max: MAX_CHART_SELECTIONS,
  },
  preferences: { kind: "rows", columns: { preferences: "json" }, max: 1 },
  escalations: { kind: "rows", columns: { steps: "json" }, max: 1 },
  share: {
    kind: "rows",
    columns: {
      hides_location: "flag",
      is_public: "flag",
      has_password: "flag",
      created_at: "integer",
    },
    max: 1,
  },
  registers: { kind: "rows", columns: { register: "text" }, max: MAX_REGISTERS },
  samples: { kind: "samples" },
  latest: { kind: "rows", columns: LATEST_COLUMNS, max: MAX_REGISTERS },
  ...rowsOfObject(),
  days: { kind: "rows", columns: DAY_COLUMNS, max: 1_000_000_000 },
  gallery: {
    kind: "rows",
    columns: { picture: "text", created_at: "integer" },
    max: MAX_GALLERY_PICTURES,
  },
  pictures: { kind: "pictures", max: MAX_GALLERY_PICTURES + MAX_BANNER_IMAGES },
} as const satisfies Record<string, ArchiveFolder>;

type ObjectFolders = {
  [Name in keyof typeof OBJECT_TABLES]: Extract<ArchiveFolder, { kind: "rows" }>;
};

function rowsOfObject(): ObjectFolders {
  const folders = Object.entries(OBJECT_TABLES).map(
    ([name, { columns, max }]) => [name, { kind: "rows", columns, max }] as const,
  );
  return Object.fromEntries(folders) as unknown as ObjectFolders;
}

/** Folders of a user's archive. */
export const PERSON_FOLDERS = {
  profile: {
    kind: "rows",
    columns: {
      account: "text",
      email: "text",
      name: "text",
      type: "integer",
      language: "text",
      phone: "text",
      company: "text",
      country: "text",
      city: "text",
      dealer: "text",
      screen_saver: "integer",
      mail_language: "text?",
      alarm_mails: "flag",
      picture: "text?",
      banner: "json",
      created_at: "integer",
    },
    min: 1,
    max: 1,
  },
  contacts: {
    kind: "rows",
    columns: { email: "text", created_at: "integer" },
    max: MAX_ROWS,
  },
  preferences: { kind: "rows", columns: { preferences: "json" }, max: 1 },
  sites: {
    kind: "rows",
    columns: {
      site: "integer",
      name: "text",
      serial: "text?",
      is_owner: "flag",
      role: "integer",
      ends_at: "integer?",
      receives_alarms: "flag",
      preferences: "json",
      created_at: "integer",
    },
    max: MAX_USERS,
  },
  selections: {
    kind: "rows",
    columns: { site: "integer", name: "text", addresses: "json", created_at: "integer" },
    max: MAX_USERS,
  },
  invitations: {
    kind: "rows",
    columns: { site: "text", as: "text", role: "integer", created_at: "integer" },
    max: MAX_ROWS,
  },
  feedback: {
    kind: "rows",
    columns: {
      number: "integer",
      name: "text",
      email: "text",
      message: "text",
      photos: "json",
      language: "text",
      state: "text",
      created_at: "integer",
    },
    max: MAX_ROWS,
  },
  replies: {
    kind: "rows",
    columns: { feedback: "integer", number: "integer", text: "text", created_at: "integer" },
    max: MAX_ROWS,
  },
  sessions: {
    kind: "rows",
    columns: { client: "text?", created_at: "integer", last_used_at: "integer" },
    max: MAX_ROWS,
  },
  tokens: {
    kind: "rows",
    columns: {
      name: "text",
      scope: "text",
      sites: "json",
      created_at: "integer",
      expires_at: "integer",
      last_used_at: "integer?",
    },
    max: MAX_ROWS,
  },
  "news-reads": {
    kind: "rows",
    columns: { news: "integer", read_at: "integer" },
    max: MAX_ROWS,
  },
  pictures: { kind: "pictures", max: 1_000 },
} as const satisfies Record<string, ArchiveFolder>;

export const ARCHIVE_KINDS = ["site", "person"] as const;
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number];

export type SiteFolder = keyof typeof SITE_FOLDERS;
export type PersonFolder = keyof typeof PERSON_FOLDERS;

/** Returns the folders of an archive. */
export function foldersOf(kind: ArchiveKind): Readonly<Record<string, ArchiveFolder>> {
  return kind === "site" ? SITE_FOLDERS : PERSON_FOLDERS;
}
