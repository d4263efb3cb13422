import { readCookie } from "#app/read-cookie.ts";
import { APPEARANCE_COOKIE, parseAppearance } from "#app/theme/appearance.ts";
import { directionOf } from "#domain/languages.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { pageLanguageOf } from "../request-language.ts";
import { createWorkerTexts } from "../worker-texts.ts";
import script from "./page-script.mjs?raw";
import { PAGE_STYLE } from "./page-style.ts";

const texts = await createWorkerTexts("apidocs");

/** The page loads nothing but its own content and the portal's calls. */
const policyOf = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** Serves the page that describes the calls and can run them. */
export async function serveApiDocs(request: Request): Promise<Response> {
  const nonce = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  return new Response(await writePage(request, nonce), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policyOf(nonce),
      "Cache-Control": "no-store",
    },
  });
}

async function writePage(request: Request, nonce: string): Promise<string> {
  const language = await pageLanguageOf(request);
  const translate = texts.translatorOf(language);
  const t = (key: string) => escapeMarkup(translate(key));
  const appearance = parseAppearance(readCookie(request, APPEARANCE_COOKIE));
  return `<!DOCTYPE html>
<html lang="${language}" dir="${directionOf(language)}" data-appearance="${appearance}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t("title")} · Helioport</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style nonce="${nonce}">${PAGE_STYLE}</style>
</head>
<body>
<header class="side">
<a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28">Helioport</a>
<h1>${t("title")}</h1>
<p class="lead">${t("lead")}</p>
<p class="lead"><a href="/api/openapi.json">${t("openapi")}</a></p>
<noscript><p class="nothing">${t("noScript")}</p></noscript>
<input id="filter" type="search" autocomplete="off" spellcheck="false" aria-label="${t("filter")}" placeholder="${t("filter")}">
<nav id="calls" aria-label="${t("calls")}"></nav>
<p id="nothing" class="nothing" role="status"></p>
</header>
<main>
<a class="back" href="#">${t("back")}</a>
<div class="who">
<label for="token">${t("token")}</label>
<input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-hint">
<p id="token-hint" class="hint">${t("tokenHint")}</p>
</div>
<div id="call" class="call"><p class="hint">${t("choose")}</p></div>
</main>
<script type="application/json" id="texts">${embed(texts.read(language))}</script>
<script type="module" nonce="${nonce}">${script}</script>
</body>
</html>`;
}

function escapeMarkup(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

/** Serializes JSON so that it cannot end the surrounding element. */
function embed(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
