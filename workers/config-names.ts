import type { Language } from "#domain/languages.ts";
import { type ConfigOption, configOption } from "#domain/sites/config-options.ts";

/** A file for each language, loaded when somebody asks for it. */
const files = import.meta.glob("/locales/*/branding.json", { import: "default" });

/** What the options of a site's configs are called. */
export async function configNames(language: Language): Promise<Record<ConfigOption, string>> {
  const texts = await files[`/locales/${language}/branding.json`]?.();
  const entries = configOption.options.map((option) => [
    option,
    textAt(texts, `configs.options.${option}`) ?? option,
  ]);
  return Object.fromEntries(entries);
}

function textAt(texts: unknown, key: string): string | undefined {
  let found = texts;
  for (const name of key.split(".")) found = (found as Record<string, unknown> | undefined)?.[name];
  return typeof found === "string" ? found : undefined;
}
