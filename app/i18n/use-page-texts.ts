import type { i18n, ResourceKey } from "i18next";
import { use } from "react";
import { useTranslation } from "./use-translation.ts";

const loaders = import.meta.glob<ResourceKey>("/locales/*/{account,login,news,user,welcome}.json", {
  import: "default",
});

/** Namespaces that only some pages say. */
type PageNamespace = "account" | "login" | "news" | "user" | "welcome";

const loading = new Map<string, Promise<unknown>>();

/**
 * Has the texts at hand that only some pages say: the browser loads them as chunks of their own, with the component
 * suspended meanwhile; the server knows them all.
 */
export function usePageTexts(...namespaces: readonly PageNamespace[]): void {
  const { i18n } = useTranslation();
  const name = `/${i18n.language}/${namespaces.join()}`;
  const isMissing = namespaces.some((one) => !i18n.hasResourceBundle(i18n.language, one));
  if (isMissing && !loading.has(name))
    loading.set(name, Promise.all(namespaces.map((one) => loadTexts(i18n, one))));
  const loaded = loading.get(name);
  // The same promise each time, also once it is there: what suspended is taken up again where it stopped.
  if (loaded !== undefined) use(loaded);
}

function loadTexts(i18n: i18n, namespace: PageNamespace): Promise<unknown> {
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
