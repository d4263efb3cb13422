import { RouterContextProvider } from "react-router";
import { createI18nextMiddleware } from "remix-i18next";
import { LANGUAGES, type Language } from "#domain/languages.ts";

const MAX_REMEMBERED = 1_000;
const MAX_HEADER_LENGTH = 200;

/** Finds the supported language that a request's browser prefers, or else the first one. */
function languageFinder<Served extends string>(
  served: readonly [Served, ...Served[]],
): (request: Request) => Promise<Served> {
  const [detect, getLocale] = createI18nextMiddleware({
    detection: {
      supportedLanguages: [...served],
      fallbackLanguage: served[0],
      order: ["custom"],
      findLocale: async ({ request }) => acceptedBy(request),
    },
  });
  // Caches results by header: the same few values recur, and negotiation creates an i18next instance.
  const found = new Map<string, Served>();
  return async (request) => {
    const accepted = acceptedBy(request);
    const known = found.get(accepted);
    if (known !== undefined) return known;
    const context = new RouterContextProvider();
    const url = new URL(request.url);
    await detect({ request, url, context, params: {}, pattern: "" }, async () => new Response());
    const language = getLocale(context) as Served;
    if (found.size >= MAX_REMEMBERED) found.clear();
    found.set(accepted, language);
    return language;
  };
}

/** Finds the browser's preferred language among the supported ones. */
export const findBrowserLanguage: (request: Request) => Promise<Language> =
  languageFinder(LANGUAGES);

/** Languages are matched without regions. */
function acceptedBy(request: Request): string {
  const accepted = request.headers.get("Accept-Language") ?? "";
  return accepted.slice(0, MAX_HEADER_LENGTH).replaceAll(/-[\w-]+/g, "");
}
