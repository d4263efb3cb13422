import type { FlatNamespace, i18n, TFunction } from "i18next";
import { useContext, useSyncExternalStore } from "react";
import { I18nContext } from "react-i18next";

type FixedTexts = { language: string; byNames: Map<string, TFunction> };
const fixed = new WeakMap<i18n, FixedTexts>();

/**
 * Texts of several namespaces; keys without a namespace belong to the first one. react-i18next's own hook copies the
 * whole instance on each call, which took the server longer than rendering the component.
 */
export function useTranslation<
  const Names extends FlatNamespace | readonly FlatNamespace[] = "common",
>(namespaces?: Names): { t: TFunction<Names>; i18n: i18n } {
  const { i18n } = useContext(I18nContext);
  const language = useSyncExternalStore(
    (changed) => {
      i18n.on("languageChanged", changed);
      return () => i18n.off("languageChanged", changed);
    },
    () => i18n.language,
    () => i18n.language,
  );
  const names: readonly FlatNamespace[] = [namespaces ?? ("common" as const)].flat();
  return { t: textsOf(i18n, language, names) as unknown as TFunction<Names>, i18n };
}

function textsOf(i18n: i18n, language: string, names: readonly FlatNamespace[]): TFunction {
  let known = fixed.get(i18n);
  if (known?.language !== language) {
    known = { language, byNames: new Map() };
    fixed.set(i18n, known);
  }
  const key = names.join();
  const there = known.byNames.get(key);
  if (there !== undefined) return there;
  const made = rememberTexts(i18n.getFixedT(language, [...names]) as unknown as PlainTexts);
  known.byNames.set(key, made);
  return made;
}

type PlainTexts = (key: string, options?: object) => string;

/** Maximum number of cached texts: more than all texts without placeholders and the inserted values of a few pages. */
const REMEMBERED = 2_000;

/**
 * Caches translated texts by key and values: looking one up in i18next takes longer than rendering the element that
 * shows it.
 */
function rememberTexts(texts: PlainTexts): TFunction {
  const known = new Map<string, string>();
  const remembering: PlainTexts = (key, options) => {
    const asked = options === undefined ? key : key + JSON.stringify(options);
    const there = known.get(asked);
    if (there !== undefined) return there;
    const text = texts(key, options);
    if (known.size >= REMEMBERED) known.clear();
    known.set(asked, text);
    return text;
  };
  return remembering as unknown as TFunction;
}
