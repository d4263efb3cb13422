import type { ArchiveTask } from "#database/archives/archive-tasks.ts";
import { readArchivedChanges, readArchivedSite } from "#database/archives/site-rows.ts";
import { filePath } from "#domain/files/file-path.ts";
import { dayOf } from "#domain/history/local-days.ts";
import type { ArchiveOutline, RowKey } from "#protocol/archive/archive-rpc.ts";
import { OBJECT_TABLES, type ObjectTableName } from "#protocol/archive/object-tables.ts";
import { type SampleColumns, writeSamples } from "#protocol/archive/samples-format.ts";
import { MAX_ARCHIVED_CHANGES, type SiteFolder } from "#protocol/archive/site-files.ts";
import type { Context } from "../context.ts";
import type { ArchiveWriter } from "./archive-writer.ts";

/** Maximum length of the lines of one file, characters. */
const FILE_LENGTH = 6_000_000;

/** A source of files: writes the next part from a cursor, and returns the next cursor; null after the last part. */
export type Source = {
  folder: string;
  write(cursor: unknown, writer: ArchiveWriter): Promise<{ next: unknown; share?: number }>;
};

/** The site was deleted while its archive was written. */
export class SiteGone extends Error {
  override name = "SiteGone";
}

type Site = { siteId: number; ownerId: number; timeZone: string };

/** A picture that an archive contains. */
export type ArchivedPicture = { key: string; path: string };

/** Sources in the order of their files, and the pictures that their rows name. */
export type Sources = { sources: Source[]; pictures: readonly ArchivedPicture[] };

/**
 * Lists the sources of a site's archive.
 * @param chosen pictures that earlier steps have named; null in the first step
 */
export async function listSiteSources(
  context: Context,
  { siteId, ownerId, timeZone }: Site,
  createdAt: ArchiveTask["createdAt"],
  chosen: readonly ArchivedPicture[] | null,
): Promise<Sources> {
  const { database, files, siteObject } = context;
  const object = siteObject(siteId);
  const found = await readArchivedSite(database, { siteId, ownerId, now: createdAt });
  const outline = await object.outlineArchive(timeZone);
  if (outline === null || found.site === undefined) throw new SiteGone();
  const { site, members, invitations } = found;
  const banner = site.banner;
  const held = new Map(found.pictures.map((picture) => [filePath(picture.key), picture]));
  const shown = [
    ...(banner?.bannerImages ?? []),
    ...found.gallery.map(({ file }) => filePath(file)),
  ];
  const pictures =
    chosen ?? namePictures([...new Set(shown)].flatMap((path) => held.get(path) ?? []));
  const names = new Map(pictures.map(({ key, path }) => [filePath(key), path]));
  const once = (folder: SiteFolder, rows: readonly object[]) => rowsOnce(folder, rows);
  const sources = [
    once("site", [
      {
        name: site.name,
        location: site.location,
        country: site.country,
        latitude: site.latitude,
        longitude: site.longitude,
        time_zone: site.timeZone,
        electricity_price: site.electricityPrice,
        feed_in_price: site.feedInPrice,
        price_unit: site.priceUnit,
        reduce_scale: site.reduceScale,
        solar_peak: site.solarPeak,
        geofence: site.geofence,
        tags: site.tags,
        banner: banner && {
          ...banner,
          bannerImages: banner.bannerImages.flatMap((path) => names.get(path) ?? []),
        },
        created_at: site.createdAt,
        system_type: site.systemType,
        system_code: site.systemCode,
      },
    ]),
    await listUsers(context, siteId, members, ownerId),
    once(
      "members",
      members
        .filter(({ user }) => user !== ownerId)
        .map(({ user, email, role, endsAt, receivesAlarms, createdAt: since }) => ({
          email,
          role,
          ends_at: endsAt,
          receives_alarms: receivesAlarms,
          is_dealer: user === site.dealerId,
          created_at: since,
        })),
    ),
    once(
      "invitations",
      invitations.map(({ email, role, endsAt, receivesAlarms, invitedAs, createdAt: since }) => ({
        email,
        role,
        ends_at: endsAt,
        receives_alarms: receivesAlarms,
        is_dealer: invitedAs === "dealer",
        created_at: since,
      })),
    ),
    changesOf(context, siteId),
    once(
      "retention-changes",
      found.retention.map(({ at, byId, oldYears, newYears }) => ({
        at,
        by: byId,
        old_years: oldYears,
        new_years: newYears,
      })),
    ),
    once(
      "configs",
      found.configs.map(({ option, value, createdAt: since }) => ({
        option,
        value,
        created_at: since,
      })),
    ),
    once(
      "extra-equipment",
      found.extra.map(
        ({ typeCode, name, manufacturer, model, serial, quantity, installedOn, note, ...row }) => ({
          type_code: typeCode,
          name,
          manufacturer,
          model,
          serial,
          quantity,
          installed_on: installedOn,
          note,
          created_at: row.createdAt,
        }),
      ),
    ),
    once(
      "selections",
      found.selections.map(({ name, addresses, createdAt: since }) => ({
        name,
        addresses,
        created_at: since,
      })),
    ),
    once(
      "preferences",
      found.preferences.map(({ preferences }) => ({ preferences })),
    ),
    once(
      "escalations",
      found.escalations.map(({ steps }) => ({ steps })),
    ),
    once(
      "share",
      found.share.map(({ hidesLocation, isPublic, passwordHash, createdAt: since }) => ({
        hides_location: hidesLocation,
        is_public: isPublic,
        has_password: passwordHash !== null,
        created_at: since,
      })),
    ),
    once(
      "registers",
      outline.registers.map((register) => ({ register })),
    ),
    samplesOf(object, outline),
    pagedRows<number>("latest", (after) => object.readArchiveLatest(after ?? 0)),
    ...(Object.keys(OBJECT_TABLES) as ObjectTableName[]).map((table) =>
      pagedRows<RowKey>(table, (after) => object.readArchiveRows(table, after)),
    ),
    daysOf(object, outline, timeZone),
    once(
      "gallery",
      found.gallery.flatMap(({ file, createdAt: since }) => {
        const picture = names.get(filePath(file));
        return picture === undefined ? [] : [{ picture, created_at: since }];
      }),
    ),
    picturesOf(files, pictures),
  ];
  return { sources, pictures };
}

type SiteObject = ReturnType<Context["siteObject"]>;

/** Writes rows that are known already. */
export function rowsOnce(folder: string, rows: readonly object[]): Source {
  return {
    folder,
    async write(_, writer) {
      await writer.addRows(folder, linesOf(rows), rows.length);
      return { next: null };
    },
  };
}

function linesOf(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

function pagedRows<Next>(
  folder: SiteFolder,
  read: (after: Next | null) => Promise<{ lines: string; rows: number; next: Next | null } | null>,
): Source {
  return {
    folder,
    async write(cursor, writer) {
      const part = await read((cursor ?? null) as Next | null);
      if (part === null) throw new SiteGone();
      await writer.addRows(folder, part.lines, part.rows);
      return { next: part.next };
    },
  };
}

function samplesOf(object: SiteObject, { span }: ArchiveOutline): Source {
  return {
    folder: "samples",
    async write(cursor, writer) {
      if (span === null) return { next: null };
      const until = span.to + 1;
      const from = typeof cursor === "number" ? cursor : span.from;
      const part = await object.readArchiveSamples(from, until);
      if (part === null) throw new SiteGone();
      await addSamples(writer, part);
      const done = (part.next ?? until) - span.from;
      return { next: part.next, share: done / Math.max(1, until - span.from) };
    },
  };
}

async function addSamples(writer: ArchiveWriter, part: SampleColumns): Promise<void> {
  let [lines, rows] = ["", 0];
  for (const line of writeSamples(part)) {
    if (rows > 0 && lines.length + line.length > FILE_LENGTH) {
      await writer.addRows("samples", lines, rows);
      [lines, rows] = ["", 0];
    }
    lines += line;
    rows += 1;
  }
  await writer.addRows("samples", lines, rows);
}

function daysOf(object: SiteObject, { span }: ArchiveOutline, timeZone: string): Source {
  return {
    folder: "days",
    async write(cursor, writer) {
      if (span === null) return { next: null };
      const end = dayOf(timeZone, span.to) + 1;
      const from = typeof cursor === "number" ? cursor : dayOf(timeZone, span.from);
      const part = await object.readArchiveDays(from, end);
      if (part === null) throw new SiteGone();
      await writer.addRows("days", part.lines, part.rows);
      return { next: part.next };
    },
  };
}

/** Writes the users whom the rows mention; addresses only of members. */
async function listUsers(
  { database }: Context,
  siteId: number,
  members: Awaited<ReturnType<typeof readArchivedSite>>["members"],
  ownerId: number,
): Promise<Source> {
  const users = new Map(
    members.map(({ user, name, email }) => [
      user,
      { user, name, email: email as string | null, is_owner: user === ownerId },
    ]),
  );
  const mention = (user: number | null, name: string | null) => {
    if (user !== null && name !== null && !users.has(user))
      users.set(user, { user, name, email: null, is_owner: false });
  };
  for (let after: number | null = 0; after !== null; ) {
    const part = await readArchivedChanges(database, siteId, after, MAX_ARCHIVED_CHANGES);
    for (const { by, byName, user, userName } of part.rows) {
      mention(by, byName);
      mention(user, userName);
    }
    after = part.next;
  }
  return rowsOnce("users", [...users.values()]);
}

function changesOf({ database }: Context, siteId: number): Source {
  return {
    folder: "access-changes",
    async write(cursor, writer) {
      const after = typeof cursor === "number" ? cursor : 0;
      const { rows, next } = await readArchivedChanges(
        database,
        siteId,
        after,
        MAX_ARCHIVED_CHANGES,
      );
      const lines = linesOf(
        rows.map(({ at, kind, by, user, oldRole, newRole, oldEndsAt, newEndsAt }) => ({
          at,
          kind,
          by,
          user,
          old_role: oldRole,
          new_role: newRole,
          old_ends_at: oldEndsAt,
          new_ends_at: newEndsAt,
        })),
      );
      await writer.addRows("access-changes", lines, rows.length);
      return { next };
    },
  };
}

/** Names pictures by their order. */
export function namePictures(
  pictures: readonly { key: string; contentType: string }[],
): ArchivedPicture[] {
  return pictures.map(({ key, contentType }, index) => ({
    key,
    path: `pictures/${String(index + 1).padStart(5, "0")}.${EXTENSIONS[contentType] ?? "jpg"}`,
  }));
}

/** Writes pictures, one at a time. */
export function picturesOf(files: Context["files"], pictures: readonly ArchivedPicture[]): Source {
  return {
    folder: "pictures",
    async write(cursor, writer) {
      const index = typeof cursor === "number" ? cursor : 0;
      const picture = pictures[index];
      if (picture === undefined) return { next: null };
      const body = await files.get(picture.key);
      if (body === null) throw new Error("a picture on record is not in the store");
      const bytes = new Uint8Array(await new Response(body).arrayBuffer());
      await writer.addPicture(picture.path, bytes);
      return { next: index + 1 < pictures.length ? index + 1 : null };
    },
  };
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
};
