import type { Language } from "#domain/languages.ts";
import { type ConfigOption, configOption } from "#domain/sites/config-options.ts";

/** One file per language, loaded when it is first used. */
const files = import.meta.glob("/locales/*/branding.json", { import: "default" });

/** Returns the display names of the config options. */
export async function configNames(language: Language): Promise<Record<ConfigOption, string>> {
  const texts = await files[`/locales/${language}/branding.json`]?.();
  const entries = configOption.options.map((option) => [
    option,
    textAt(texts, `configs.options.${option}`) ?? option,
  ]);
  return Object.fromEntries(entries);
}

/** Returns the text at a key with dots; undefined if there is none. */
export function textAt(texts: unknown, key: string): string | undefined {
  let found = texts;
  for (const name of key.split(".")) found = (found as Record<string, unknown> | undefined)?.[name];
  return typeof found === "string" ? found : undefined;
}
