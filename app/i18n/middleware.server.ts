import { createInstance, type i18n, type ResourceLanguage } from "i18next";
import { initReactI18next } from "react-i18next";
import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { DEFAULT_LANGUAGE, SERVED_LANGUAGES } from "#domain/languages.ts";
import { readCookie } from "../read-cookie.ts";
import { I18N_OPTIONS } from "./options.ts";
import { readAccepted } from "./read-accepted.ts";

const LANGUAGE_COOKIE = "tbb_language";

const modules = import.meta.glob<ResourceLanguage>("./languages/*.ts", {
  eager: true,
  import: "default",
});
const resources = Object.fromEntries(
  SERVED_LANGUAGES.map((language) => [language, modules[`./languages/${language}.ts`] ?? {}]),
);

/** One for each language, for all requests: making one takes longer than rendering a page with it. */
const instances = new Map<string, i18n>();
const current = createContext<i18n>();

/** The language of a request: its cookie's, else the one that its browser likes best of those there are. */
export const i18nextMiddleware: MiddlewareFunction<Response> = ({ request, context }, next) => {
  const wanted = [
    readCookie(request, LANGUAGE_COOKIE),
    ...readAccepted(request.headers.get("Accept-Language") ?? ""),
  ];
  const served = wanted
    .map((language) => language?.split("-")[0]?.toLowerCase())
    .find((language) => SERVED_LANGUAGES.some((there) => there === language));
  context.set(current, instanceOf(served ?? DEFAULT_LANGUAGE));
  return next();
};

export function getI18next(context: Readonly<RouterContextProvider>): i18n {
  return context.get(current);
}

export function getLanguage(context: Readonly<RouterContextProvider>): string {
  return getI18next(context).language;
}

function instanceOf(language: string): i18n {
  const known = instances.get(language);
  if (known !== undefined) return known;
  const made = createInstance(I18N_OPTIONS).use(initReactI18next);
  // The texts are at hand: it is ready at once.
  void made.init({ lng: language, resources, initAsync: false });
  instances.set(language, made);
  return made;
}
