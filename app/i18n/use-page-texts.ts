import { use } from "react";
import { untilLoaded } from "../load-chunk.ts";
import { loadPageTexts, type PageNamespace } from "./page-texts.ts";
import { useTranslation } from "./use-translation.ts";

const loading = new Map<string, Promise<unknown>>();

/**
 * Provides the texts of page-specific namespaces. The browser loads each as a chunk while the component is suspended;
 * the server has all of them. A chunk that fails is loaded again until it succeeds, because missing texts must not
 * cause an error page.
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
  // The same promise each time, even once resolved, so that a suspended component resumes.
  if (loaded !== undefined) use(loaded);
}
