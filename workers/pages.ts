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

/** Made with the first page, once: given a function, React Router would work its routes out anew for every request. */
async function loadPages(): Promise<Pages> {
  // Its declaration is not written for exactOptionalPropertyTypes.
  const loaded: unknown = await import("virtual:react-router/server-build");
  const build = loaded as ServerBuild;
  return { build, handle: createRequestHandler(build, import.meta.env.MODE) };
}

const LINE_BREAK = /%0[ad]/i;

/** A page, or the data or action of one, for whoever the cookie says. */
export async function servePage(request: Request, env: Env): Promise<Response> {
  if (changesSomething(request) && !isOurs(request))
    return answerProblem(request, new Problem("forbidden"));
  // The router takes it for no address at all, not even for an unknown one, and fails.
  if (LINE_BREAK.test(new URL(request.url).pathname))
    return answerProblem(request, new Problem("notFound"));
  const { browser, leaveWith } = browserOf(request);
  const language = await pageLanguageOf(request);
  const context = gatherContext({ ...contextOf(env), language, browser });
  const response = await answerCaller(request, context).catch((error) => {
    if (error instanceof Problem) return answerProblem(request, error);
    throw error;
  });
  // What one person saw is not for whoever goes back in the same browser after them.
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "no-store");
  return leaveWith(response);
}

/**
 * What is only read is read for whom the session was last known to be, together with who that is now. The page is
 * thrown away where that has changed.
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

/** One request's own: its questions to the database go there together. */
function gatherContext(context: Context): Context {
  return { ...context, database: batchQueries(context.database, waitShortly) };
}

/** In microtasks: a page has asked for all it needs after two or three, and a timer would take it far longer. */
const PATIENCE = 10;

function waitShortly(ask: () => void, left = PATIENCE): void {
  if (left === 0) ask();
  else queueMicrotask(() => waitShortly(ask, left - 1));
}

/** Whether a form is one of ours. Whoever shows a session has to say so; who shows none may come without a browser. */
function isOurs(request: Request): boolean {
  if (hasNoOrigin(request)) return true;
  return showsSession(request) ? isSameOrigin(request) : !isCrossOrigin(request);
}

function changesSomething({ method }: Request): boolean {
  return method !== "GET" && method !== "HEAD";
}
