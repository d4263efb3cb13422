import type { ResourceLanguage } from "i18next";
import { DEFAULT_LANGUAGE } from "#domain/languages.ts";
import { importDefault, loadChunk } from "../load-chunk.ts";

const loaders = import.meta.glob<ResourceLanguage>("./languages/*.ts", { import: "default" });

/** Loads the common texts of one language, which are one chunk. */
export async function loadLanguage(language: string): Promise<ResourceLanguage> {
  const load =
    loaders[`./languages/${language}.ts`] ?? loaders[`./languages/${DEFAULT_LANGUAGE}.ts`];
  return load ? loadChunk<ResourceLanguage>(load, importDefault) : {};
}
