import { readUserRecord } from "#database/user/user-records.ts";
import type { Language } from "#domain/languages.ts";
import type { Context, Person } from "../context.ts";
import { mailLanguageOf } from "./new-mail.ts";

/** Reads the language in which a user wants e-mails. */
export async function readMailLanguage(
  { database }: Pick<Context, "database">,
  { id, language }: Pick<Person, "id" | "language">,
): Promise<Language> {
  const record = await readUserRecord(database, id);
  return mailLanguageOf(record ?? { language, mailLanguage: null });
}
