import { importPersonRows } from "#database/archives/person-rows.ts";
import { addFile } from "#database/files/files.ts";
import { changeBanner, changeHeader, changeUser } from "#database/user/user-records.ts";
import type { NotificationPreferences } from "#domain/notifications/preferences.ts";
import { STRICT_ROWS } from "#protocol/archive/strict-rows.ts";
import type { Context } from "../context.ts";
import { MAX_GROUP_USERS } from "../user/group-users.ts";
import { readFolder, readStored, type StoredArchive } from "./open-stored.ts";
import { storeReencoded } from "./store-reencoded.ts";

const MAX_UNATTACHED = 100;

/**
 * Applies the archive of a user to an account: its profile, contacts and preferences. Sites, sessions, tokens and
 * messages are not imported, because they belong to the portal that wrote the archive.
 */
export async function importPerson(
  context: Context,
  archive: StoredArchive,
  ownerId: number,
): Promise<void> {
  const { database, files, now } = context;
  const { person: schemas } = STRICT_ROWS;
  const [row] = await readFolder(archive, "profile");
  const { picture, banner, ...profile } = schemas.profile.parse(row);
  const contacts = (await readFolder(archive, "contacts")).map((each) =>
    schemas.contacts.parse(each),
  );
  const preferences = (await readFolder(archive, "preferences")).map((each) =>
    schemas.preferences.parse(each),
  );
  const add = async (path: string): Promise<string | null> => {
    const index = archive.manifest.files.findIndex((file) => file.path === path);
    const contents = index === -1 ? null : await readStored(archive, index);
    if (contents?.kind !== "picture") return null;
    const stored = await storeReencoded(context, contents.bytes, path);
    const file = { ...stored, kind: "picture" as const, ownerId, now: now() };
    if (await addFile(database, file, MAX_UNATTACHED)) return stored.key;
    await files.delete([stored.key]);
    return null;
  };
  await changeUser(database, ownerId, {
    name: profile.name,
    language: profile.language,
    phone: profile.phone,
    company: profile.company,
    country: profile.country,
    city: profile.city,
    dealer: profile.dealer,
    screenSaver: profile.screen_saver,
    mailLanguage: profile.mail_language,
    alarmMails: profile.alarm_mails,
  });
  await importPersonRows(database, ownerId, {
    contacts: contacts.map(({ email, created_at: createdAt }) => ({ email, createdAt })),
    preferences: preferences[0]?.preferences as Partial<NotificationPreferences> | undefined,
    most: MAX_GROUP_USERS,
  });
  if (picture !== null) {
    const key = await add(picture);
    const freed =
      key === null ? null : await changeHeader(database, { id: ownerId, key, now: now() });
    if (freed !== null) await files.delete(freed);
  }
  if (banner !== null) {
    const keys: string[] = [];
    for (const path of banner.bannerImages) {
      const key = await add(path);
      if (key !== null) keys.push(key);
    }
    const shown = { ...banner, bannerImages: keys.map((key) => `/files/${key}`) };
    const freed = await changeBanner(database, { id: ownerId, keys, banner: shown, now: now() });
    if (freed !== null) await files.delete(freed);
  }
}
