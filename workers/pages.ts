import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { backend } from "#app/backend.server.ts";
import { isOfOtherBuild } from "#app/build-version.server.ts";
import { batchQueries } from "#database/prepared-query.ts";
import { Problem } from "#domain/problem.ts";
import type { Caller, Context } from "#operations/context.ts";
import { isSameCaller } from "#operations/same-caller.ts";
import { digest } from "#protocol/keys/digest.ts";
import { answerProblem } from "./answers.ts";
import { browserOf } from "./browser-cookie.ts";
import { cachedPageCaller, identifyPageCaller, identifySession, showsSession } from "./caller.ts";
import { pageLanguageOf } from "./request-language.ts";
import { hasNoOrigin, isCrossOrigin, isSameOrigin } from "./same-origin.ts";
import { contextOf } from "./services.ts";

type Pages = { build: ServerBuild; handle: RequestHandler };

let pages: Pages | undefined;

/** Loaded once, with the first page: given a function, React Router would compute its routes for every request. */
async function loadPages(): Promise<Pages> {
  // Its declaration does not support exactOptionalPropertyTypes.
  const loaded: unknown = await import("virtual:react-router/server-build");
  const build = loaded as ServerBuild;
  return { build, handle: createRequestHandler(build, import.meta.env.MODE) };
}

const LINE_BREAK = /%0[ad]/i;

/** Serves a page, or its data or action, for the caller of the cookie. */
export async function servePage(request: Request, env: Env): Promise<Response> {
  if (changesSomething(request) && !isOurs(request))
    return answerProblem(request, new Problem("forbidden"));
  // The router cannot parse such a path and fails.
  if (LINE_BREAK.test(new URL(request.url).pathname))
    return answerProblem(request, new Problem("notFound"));
  const { browser, leaveWith } = browserOf(request);
  const language = await pageLanguageOf(request);
  const context = gatherContext({ ...contextOf(env), language, browser });
  const response = await answerCaller(request, context).catch((error) => {
    if (error instanceof Problem) return answerProblem(request, error);
    throw error;
  });
  // A later user of the same browser must not see a cached page.
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "no-store");
  return leaveWith(response);
}

/**
 * Renders a read-only request for the last known caller while the session is looked up. If the caller has changed, the
 * page is discarded and rendered again.
 */
async function answerCaller(request: Request, context: Context): Promise<Response> {
  pages ??= await loadPages();
  const changes = changesSomething(request) || isOfOtherBuild(request, versionOf(pages));
  const remembered = changes ? undefined : cachedPageCaller(request);
  if (remembered === undefined)
    return render(pages, request, await identifyPageCaller(request, context), context);
  const [response, caller] = await Promise.all([
    render(pages, request, remembered, context),
    identifyPageCaller(request, context),
  ]);
  if (isSameCaller(caller, remembered)) return response;
  await response.body?.cancel();
  return render(pages, request, caller, context);
}

async function render(
  made: Pages,
  request: Request,
  caller: Caller,
  context: Context,
): Promise<Response> {
  const provider = new RouterContextProvider();
  const { address } = caller;
  const identify = (token: string) => identifySession(digest(token), address, context);
  provider.set(backend, { caller, context, identify, version: versionOf(made) });
  return made.handle(request, provider);
}

function versionOf({ build }: Pages): string {
  return build.assets.version;
}

/** Returns a context for one request whose queries are batched into one round trip. */
function gatherContext(context: Context): Context {
  return { ...context, database: batchQueries(context.database, waitShortly) };
}

/**
 * Number of microtasks to wait: a page has issued all its queries after two or three, and a timer would take much
 * longer.
 */
const PATIENCE = 10;

function waitShortly(ask: () => void, left = PATIENCE): void {
  if (left === 0) ask();
  else queueMicrotask(() => waitShortly(ask, left - 1));
}

/**
 * Whether a form belongs to the portal. Requests with a session must prove the same origin; others may come from any
 * client.
 */
function isOurs(request: Request): boolean {
  if (hasNoOrigin(request)) return true;
  return showsSession(request) ? isSameOrigin(request) : !isCrossOrigin(request);
}

function changesSomething({ method }: Request): boolean {
  return method !== "GET" && method !== "HEAD";
}
