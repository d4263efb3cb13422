import type { ArchiveTask } from "#database/archives/archive-tasks.ts";
import { createImportedSite, type ImportedSite } from "#database/archives/import-rows.ts";
import { readUserRecord } from "#database/user/user-records.ts";
import { filePath } from "#domain/files/file-path.ts";
import type { EscalationStep } from "#domain/notifications/escalation.ts";
import { Problem } from "#domain/problem.ts";
import { STRICT_ROWS } from "#protocol/archive/strict-rows.ts";
import type { Context } from "../context.ts";
import { enforceRateLimit } from "../enforce-rate-limit.ts";
import { INVITATION_LIMIT } from "../members/invite.ts";
import { TooManyInvitations } from "./archive-steps.ts";
import type { MapUser } from "./map-users.ts";
import { readFolder, type StoredArchive } from "./open-stored.ts";
import type { ImportedPicture } from "./store-reencoded.ts";

type Import = { siteId: number; pictures: readonly ImportedPicture[]; users: MapUser };

/**
 * Creates the site of an import in one transaction. Members of the archive become invited, because only they can
 * consent to be members of this site.
 * @throws TooManyInvitations
 */
export async function commitSite(
  context: Context,
  archive: StoredArchive,
  { id, ownerId, step }: ArchiveTask,
  { siteId, pictures, users }: Import,
): Promise<void> {
  const { database, now } = context;
  const { site: schemas } = STRICT_ROWS;
  const parse = async <Name extends keyof typeof schemas>(folder: Name) => {
    const rows = await readFolder(archive, folder);
    return rows.map(
      (row) => schemas[folder].parse(row) as ReturnType<(typeof schemas)[Name]["parse"]>,
    );
  };
  const [site] = await parse("site");
  const owner = await readUserRecord(database, ownerId);
  if (site === undefined || owner === undefined) throw new Error("no site or no owner");
  const paths = new Map(pictures.map(({ path, key }) => [path, filePath(key)]));
  const members = await parse("members");
  const invitations = await parse("invitations");
  const emails = new Set([owner.email]);
  const invited = [...members, ...invitations].filter(({ email, ends_at: endsAt }) => {
    const isNew = !emails.has(email) && (endsAt === null || endsAt > now());
    emails.add(email);
    return isNew;
  });
  await countInvitations(context, ownerId, invited.length);
  const known = (user: number | null) => {
    const id = user === null ? -1 : users(user);
    return id > 0 ? id : null;
  };
  const imported: ImportedSite = {
    siteId,
    ownerId,
    now: now(),
    site: {
      name: site.name,
      location: site.location,
      country: site.country,
      latitude: site.latitude,
      longitude: site.longitude,
      timeZone: site.time_zone,
      electricityPrice: site.electricity_price,
      feedInPrice: site.feed_in_price,
      priceUnit: site.price_unit,
      reduceScale: site.reduce_scale,
      solarPeak: site.solar_peak,
      geofence: site.geofence,
      tags: site.tags,
      banner: site.banner && {
        ...site.banner,
        bannerImages: site.banner.bannerImages.flatMap((path) => paths.get(path) ?? []),
      },
      createdAt: site.created_at,
      systemType: site.system_type,
      systemCode: site.system_code,
    },
    invited: invited.map((row) => ({
      email: row.email,
      role: row.role,
      endsAt: row.ends_at,
      receivesAlarms: row.receives_alarms,
      invitedAs: row.is_dealer ? "dealer" : "member",
    })),
    changes: (await parse("access-changes")).map((row) => ({
      at: row.at,
      kind: row.kind,
      byId: known(row.by),
      userId: known(row.user),
      email: null,
      oldRole: row.old_role,
      newRole: row.new_role,
      oldEndsAt: row.old_ends_at,
      newEndsAt: row.new_ends_at,
    })),
    retention: (await parse("retention-changes")).map((row) => ({
      at: row.at,
      byId: known(row.by),
      oldYears: row.old_years,
      newYears: row.new_years,
    })),
    configs: (await parse("configs")).map((row) => ({
      option: row.option,
      value: row.value,
      createdAt: row.created_at,
    })),
    extra: (await parse("extra-equipment")).map((row) => ({
      typeCode: row.type_code,
      name: row.name,
      manufacturer: row.manufacturer,
      model: row.model,
      serial: row.serial,
      quantity: row.quantity,
      installedOn: row.installed_on,
      note: row.note,
      createdAt: row.created_at,
    })),
    selections: (await parse("selections")).map((row) => ({
      name: row.name,
      addresses: row.addresses,
      createdAt: row.created_at,
    })),
    preferences: await parse("preferences"),
    escalations: (await parse("escalations")).flatMap(({ steps }) => {
      const own = ownSteps(steps, users, ownerId);
      return own.length === 0 ? [] : [{ steps: own }];
    }),
    pictures: pictures.map(({ key, contentType, size }) => ({ key, contentType, size })),
    gallery: (await parse("gallery")).flatMap(({ picture, created_at: createdAt }) => {
      const stored = pictures.find(({ path }) => path === picture);
      return stored === undefined ? [] : [{ file: stored.key, createdAt }];
    }),
  };
  await createImportedSite(database, { archiveId: id, step }, imported);
}

async function countInvitations(context: Context, ownerId: number, count: number): Promise<void> {
  if (count === 0) return;
  try {
    await enforceRateLimit(context, ["invite", ownerId], INVITATION_LIMIT, count);
  } catch (error) {
    if (error instanceof Problem) throw new TooManyInvitations();
    throw error;
  }
}

/** Keeps the owner in the steps of an escalation; the other users are no members yet. */
function ownSteps(steps: readonly EscalationStep[], users: MapUser, ownerId: number) {
  return steps.flatMap(({ afterMinutes, userIds }) => {
    const here = userIds.map(users).filter((id) => id === ownerId);
    return here.length === 0 ? [] : [{ afterMinutes, userIds: here }];
  });
}
