import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { renderToReadableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { getI18next } from "./i18n/middleware.server.ts";
import { logError } from "./log-error.server.ts";
import { NonceContext } from "./ui/nonce.ts";

const RENDER_TIMEOUT_MS = 10_000;

export const handleError = logError;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const nonce = randomNonce();
  let answered = status;
  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <CacheProvider value={createCache({ key: "css", nonce })}>
        <I18nextProvider i18n={getI18next(context)}>
          <ServerRouter context={entry} url={request.url} nonce={nonce} />
        </I18nextProvider>
      </CacheProvider>
    </NonceContext>,
    {
      nonce,
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(RENDER_TIMEOUT_MS)]),
      onError(error) {
        answered = 500;
        logError(error, { request, context, params: {} });
      },
    },
  );
  // No page has deferred data: styles stay in order, and a failure still gets its own status.
  await body.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
  return new Response(body, { status: answered, headers });
}

function randomNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}
