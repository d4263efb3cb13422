import { use } from "react";
import { loadPageTexts, type PageNamespace } from "./page-texts.ts";
import { useTranslation } from "./use-translation.ts";

const loading = new Map<string, Promise<unknown>>();

/**
 * Has the texts at hand that only some pages say: the browser loads them as chunks of their own, with the component
 * suspended meanwhile; the server knows them all.
 */
export function usePageTexts(...namespaces: readonly PageNamespace[]): void {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const name = `${language}/${namespaces.join()}`;
  const isMissing = namespaces.some((one) => !i18n.hasResourceBundle(language, one));
  const load = (): Promise<unknown> =>
    loadPageTexts(i18n, language, namespaces).catch((error) => {
      if (navigator.onLine) throw error;
      // A part that comes while one is offline waits, and takes the page around it along to no error.
      return new Promise((resolve) => addEventListener("online", resolve, { once: true })).then(
        load,
      );
    });
  if (isMissing && !loading.has(name)) loading.set(name, load());
  const loaded = loading.get(name);
  // The same promise each time, also once it is there: what suspended is taken up again where it stopped.
  if (loaded !== undefined) use(loaded);
}
