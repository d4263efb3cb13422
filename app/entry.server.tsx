import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { backend } from "./backend.server.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { getI18next } from "./i18n/middleware.server.ts";
import { readStylesheet } from "./theme/stylesheet.server.ts";
import { StylesheetContext } from "./theme/stylesheet-context.ts";
import { NonceContext } from "./ui/nonce.ts";

/**
 * Logs failures while rendering with the server's own log: the router's log would print the thrown value, including
 * parameters of queries. Refusals by the router itself are the client's fault and not logged.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(backend).context.log.error("a page failed", error);
};

/**
 * No page has deferred data, so a page is rendered to one string: that takes a fifth of the time of a stream, and a
 * failure gets its own status.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const nonce = randomNonce();
  const whole = await readHandoff(entry);
  const html = renderToString(
    <NonceContext value={nonce}>
      <StylesheetContext value={readStylesheet().path}>
        <I18nextProvider i18n={getI18next(context)}>
          <ServerRouter context={whole} url={request.url} nonce={nonce} />
        </I18nextProvider>
      </StylesheetContext>
    </NonceContext>,
  );
  const tileHost = context.get(backend).context.mapTiles?.host ?? null;
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce, tileHost));
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}

/** Stands for the stream of loader data, which has already been read. */
const NOTHING_LEFT = { getReader: () => undefined } as unknown as ReadableStream<Uint8Array>;

/**
 * Reads the loaders' stream to its end before anything is rendered, because rendering to a string cannot wait for it.
 */
async function readHandoff(entry: EntryContext): Promise<EntryContext> {
  if (entry.serverHandoffStream === undefined) return entry;
  const value = await new Response(entry.serverHandoffStream).text();
  const read = Object.assign(Promise.resolve(), { result: { done: true, value } });
  return {
    ...entry,
    serverHandoffStream: NOTHING_LEFT,
    renderMeta: { ...entry.renderMeta, streamCache: { 0: read } },
  };
}

function randomNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}
