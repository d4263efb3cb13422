import type { i18n, ResourceKey } from "i18next";
import { use } from "react";
import { useTranslation } from "./use-translation.ts";

const loaders = import.meta.glob<ResourceKey>("/locales/*/user.json", { import: "default" });

/** Namespaces that only one page says. */
type PageNamespace = "user";

const loading = new Map<string, Promise<void>>();

/**
 * Has the texts at hand that only one page says: the browser loads them as a chunk of their own, with the component
 * suspended meanwhile; the server knows them all.
 */
export function usePageTexts(namespace: PageNamespace): void {
  const { i18n } = useTranslation();
  if (!i18n.hasResourceBundle(i18n.language, namespace)) use(loadTexts(i18n, namespace));
}

function loadTexts(i18n: i18n, namespace: PageNamespace): Promise<void> {
  const { language } = i18n;
  const name = `/${language}/${namespace}.json`;
  const known = loading.get(name);
  if (known !== undefined) return known;
  const [, load] = Object.entries(loaders).find(([path]) => path.endsWith(name)) ?? [];
  const made = (load?.() ?? Promise.resolve({})).then((texts) => {
    i18n.addResourceBundle(language, namespace, texts);
  });
  loading.set(name, made);
  return made;
}
