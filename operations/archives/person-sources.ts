import { readArchivedPerson } from "#database/archives/person-rows.ts";
import { filePath } from "#domain/files/file-path.ts";
import type { Banner } from "#domain/users/banner.ts";
import type { PersonFolder } from "#protocol/archive/site-files.ts";
import type { Context } from "../context.ts";
import { AccessEnded } from "./archive-steps.ts";
import {
  type ArchivedPicture,
  namePictures,
  picturesOf,
  rowsOnce,
  type Sources,
} from "./site-sources.ts";

/**
 * Lists the sources of a user's archive.
 * @param chosen pictures that earlier steps have named; null in the first step
 */
export async function listPersonSources(
  { database, files }: Context,
  userId: number,
  createdAt: number,
  chosen: readonly ArchivedPicture[] | null,
): Promise<Sources> {
  const found = await readArchivedPerson(database, userId, createdAt);
  const { user } = found;
  if (user === undefined) throw new AccessEnded();
  const pictures = chosen ?? namePictures(found.pictures);
  const names = new Map(pictures.map(({ key, path }) => [filePath(key), path]));
  const banner = user.banner === null ? null : (JSON.parse(user.banner) as Banner);
  const once = (folder: PersonFolder, rows: readonly object[]) => rowsOnce(folder, rows);
  const sources = [
    once("profile", [
      {
        account: user.account,
        email: user.email,
        name: user.name,
        type: user.type,
        language: user.language,
        phone: user.phone,
        company: user.company,
        country: user.country,
        city: user.city,
        dealer: user.dealer,
        screen_saver: user.screenSaver,
        mail_language: user.mailLanguage,
        alarm_mails: user.alarmMails,
        picture: names.get(user.header ?? "") ?? null,
        banner: banner && {
          ...banner,
          bannerImages: banner.bannerImages.flatMap((path) => names.get(path) ?? []),
        },
        created_at: user.createdAt,
      },
    ]),
    once(
      "contacts",
      found.contacts.map(({ email, createdAt: since }) => ({ email, created_at: since })),
    ),
    once(
      "preferences",
      found.preferences.map(({ preferences }) => ({ preferences })),
    ),
    once(
      "sites",
      found.sites.map((row) => ({
        site: row.site,
        name: row.siteName,
        serial: row.creatorId === userId ? row.serial : null,
        is_owner: row.creatorId === userId,
        role: row.role,
        ends_at: row.endsAt,
        receives_alarms: row.receivesAlarms,
        preferences: row.preferences,
        created_at: row.createdAt,
      })),
    ),
    once(
      "selections",
      found.selections.map(({ siteId, name, addresses, createdAt: since }) => ({
        site: siteId,
        name,
        addresses,
        created_at: since,
      })),
    ),
    once(
      "invitations",
      found.invitations.map(({ siteName, as, role, createdAt: since }) => ({
        site: siteName,
        as,
        role,
        created_at: since,
      })),
    ),
    once(
      "feedback",
      found.feedback.map(({ id, name, email, message, photos, language, state, ...row }) => ({
        number: id,
        name,
        email,
        message,
        photos: photos.flatMap((key) => names.get(filePath(key)) ?? []),
        language,
        state,
        created_at: row.createdAt,
      })),
    ),
    once(
      "replies",
      found.replies.map(({ feedbackId, number, text, createdAt: since }) => ({
        feedback: feedbackId,
        number,
        text,
        created_at: since,
      })),
    ),
    once(
      "sessions",
      found.sessions.map(({ client, createdAt: since, lastUsedAt }) => ({
        client,
        created_at: since,
        last_used_at: lastUsedAt,
      })),
    ),
    once(
      "tokens",
      found.tokens.map(({ name, scope, siteIds, createdAt: since, expiresAt, lastUsedAt }) => ({
        name,
        scope,
        sites: siteIds,
        created_at: since,
        expires_at: expiresAt,
        last_used_at: lastUsedAt,
      })),
    ),
    once(
      "news-reads",
      found.newsReads.map(({ news, readAt }) => ({ news, read_at: readAt })),
    ),
    picturesOf(files, pictures),
  ];
  return { sources, pictures };
}
