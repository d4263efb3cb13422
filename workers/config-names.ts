import type { Language } from "#domain/languages.ts";
import { type ConfigOption, configOption } from "#domain/sites/config-options.ts";

type Texts = { configs: { options: Record<ConfigOption, string> } };

/** A file for each language, loaded when somebody asks for it. */
const files = import.meta.glob<Texts>("/locales/*/dress.json", { import: "default" });

/** What the options of a site's configs are called. */
export async function configNames(language: Language): Promise<Record<ConfigOption, string>> {
  const texts = await files[`/locales/${language}/dress.json`]?.();
  const names = texts?.configs.options;
  const entries = configOption.options.map((option) => [option, names?.[option] ?? option]);
  return Object.fromEntries(entries);
}
