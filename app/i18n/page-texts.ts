import type { i18n, ResourceKey } from "i18next";
import { importDefault, loadChunk } from "../load-chunk.ts";

const loaders = import.meta.glob<ResourceKey>(
  "/locales/*/{account,addsite,alarms,archives,branding,charts,controls,dashboard,devices,drafts,energy,exports,faults,feedback,imports,journal,legal,listtools,login,management,map,news,param,parameters,place,platform,registers,remote,rollouts,settings,share,sitelist,user,weather,welcome}.json",
  {
    import: "default",
  },
);

/** Namespaces that only some pages use. */
export const PAGE_NAMESPACES = [
  "account",
  "addsite",
  "alarms",
  "archives",
  "branding",
  "charts",
  "controls",
  "dashboard",
  "devices",
  "drafts",
  "energy",
  "exports",
  "faults",
  "feedback",
  "imports",
  "journal",
  "legal",
  "listtools",
  "login",
  "management",
  "map",
  "news",
  "param",
  "parameters",
  "place",
  "platform",
  "registers",
  "remote",
  "rollouts",
  "settings",
  "share",
  "sitelist",
  "user",
  "weather",
  "welcome",
] as const;
export type PageNamespace = (typeof PAGE_NAMESPACES)[number];

const loading = new Map<string, Promise<void>>();

/** Loads the texts of several namespaces, each once. */
export function loadPageTexts(
  i18n: i18n,
  language: string,
  namespaces: readonly PageNamespace[],
): Promise<unknown> {
  return Promise.all(namespaces.map((one) => loadTexts(i18n, language, one)));
}

function loadTexts(i18n: i18n, language: string, namespace: PageNamespace): Promise<void> {
  const name = `/${language}/${namespace}.json`;
  const known = loading.get(name);
  if (known !== undefined) return known;
  const [, load] = Object.entries(loaders).find(([path]) => path.endsWith(name)) ?? [];
  const made = (load ? loadChunk(load, importDefault) : Promise.resolve({})).then((texts) => {
    i18n.addResourceBundle(language, namespace, texts);
  });
  // Texts that failed are loaded again when they are next needed.
  made.catch(() => loading.delete(name));
  loading.set(name, made);
  return made;
}
