import { RouterContextProvider } from "react-router";
import { createI18nextMiddleware } from "remix-i18next";
import { readCookie } from "../read-cookie.ts";
import { LANGUAGE_COOKIE } from "./language-cookie.ts";

const MOST_REMEMBERED = 1_000;

/**
 * Finds the language of a request: its cookie's, else the one of those served that its browser likes best, else the
 * first.
 */
export function languageFinder<Served extends string>(
  served: readonly [Served, ...Served[]],
): (request: Request) => Promise<Served> {
  const [detect, getLocale] = createI18nextMiddleware({
    detection: {
      supportedLanguages: [...served],
      fallbackLanguage: served[0],
      order: ["custom"],
      findLocale: async ({ request }) => wantedBy(request),
    },
  });
  // The same few browsers ask again and again, and it makes an i18next instance each time.
  const found = new Map<string, Served>();
  return async (request) => {
    const wanted = wantedBy(request);
    const known = found.get(wanted);
    if (known !== undefined) return known;
    const context = new RouterContextProvider();
    const url = new URL(request.url);
    await detect({ request, url, context, params: {}, pattern: "" }, async () => new Response());
    const language = getLocale(context) as Served;
    if (found.size >= MOST_REMEMBERED) found.clear();
    found.set(wanted, language);
    return language;
  };
}

/** As an `Accept-Language` header, the cookie's language first. Languages are served without regard to regions. */
function wantedBy(request: Request): string {
  const cookie = readCookie(request, LANGUAGE_COOKIE);
  const accepted = request.headers.get("Accept-Language");
  const wanted = [cookie, accepted].filter((text) => text !== null).join(",");
  return wanted.slice(0, 200).replaceAll(/-[\w-]+/g, "");
}
