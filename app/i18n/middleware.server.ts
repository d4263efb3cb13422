import { createInstance, type i18n, type ResourceKey, type ResourceLanguage } from "i18next";
import { initReactI18next } from "react-i18next";
import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { LANGUAGES, type Language } from "#domain/languages.ts";
import { backend } from "../backend.server.ts";
import { countFormatter } from "./count-formatter.ts";
import { namespacesOf } from "./namespaces.ts";
import { I18N_OPTIONS } from "./options.ts";

const modules = import.meta.glob<ResourceLanguage>("./languages/*.ts", {
  eager: true,
  import: "default",
});
/** Texts of page-specific namespaces, which the browser loads with their page. */
const pageTexts = import.meta.glob<ResourceKey>(
  "/locales/*/{account,addsite,alarms,archives,branding,charts,controls,dashboard,devices,energy,exports,faults,feedback,imports,journal,legal,listtools,login,management,map,news,param,parameters,place,platform,registers,remote,rollouts,settings,share,sitelist,user,weather,welcome}.json",
  {
    eager: true,
    import: "default",
  },
);
const resources = Object.fromEntries(LANGUAGES.map((language) => [language, textsIn(language)]));

/** One instance per language for all requests, because creating one takes longer than rendering a page. */
const instances = new Map<Language, i18n>();
const current = createContext<i18n>();

/** The Worker has determined the language once for pages, operations and e-mails. */
export const i18nextMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  context.set(current, instanceOf(context.get(backend).context.language));
  return next();
};

export function getI18next(context: Readonly<RouterContextProvider>): i18n {
  return context.get(current);
}

export function getLanguage(context: Readonly<RouterContextProvider>): string {
  return getI18next(context).language;
}

function textsIn(language: Language): ResourceLanguage {
  const ofPages = Object.entries(pageTexts).filter(([path]) => path.includes(`/${language}/`));
  return {
    ...modules[`./languages/${language}.ts`],
    ...namespacesOf(Object.fromEntries(ofPages)),
  };
}

function instanceOf(language: Language): i18n {
  const known = instances.get(language);
  if (known !== undefined) return known;
  const made = createInstance(I18N_OPTIONS).use(countFormatter).use(initReactI18next);
  // All texts are already loaded, so the instance is ready synchronously.
  void made.init({ lng: language, resources, initAsync: false });
  instances.set(language, made);
  return made;
}
