import { use } from "react";
import { untilLoaded } from "../load-chunk.ts";
import { loadPageTexts, type PageNamespace } from "./page-texts.ts";
import { useTranslation } from "./use-translation.ts";

const loading = new Map<string, Promise<unknown>>();

/**
 * Has the texts at hand that only some pages say: the browser loads them as chunks of their own, with the component
 * suspended meanwhile; the server knows them all. Texts that cannot be loaded are loaded again until they are there: a
 * page whose texts are late must not become an error page.
 */
export function usePageTexts(...namespaces: readonly PageNamespace[]): void {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const name = `${language}/${namespaces.join()}`;
  const isMissing = namespaces.some((one) => !i18n.hasResourceBundle(language, one));
  if (isMissing && !loading.has(name))
    loading.set(
      name,
      untilLoaded(() => loadPageTexts(i18n, language, namespaces)),
    );
  const loaded = loading.get(name);
  // The same promise each time, also once it is there: what suspended is taken up again where it stopped.
  if (loaded !== undefined) use(loaded);
}
