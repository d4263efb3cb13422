import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { backend } from "#app/backend.server.ts";
import { isOfOtherBuild } from "#app/build-version.server.ts";
import { Problem } from "#domain/problem.ts";
import type { Caller, Context } from "#operations/context.ts";
import { digest } from "#protocol/keys/digest.ts";
import { answerProblem } from "./answers.ts";
import { browserOf } from "./browser-cookie.ts";
import { pageLanguageOf } from "./request-language.ts";
import { identifySession, showsSession } from "./request-scope/caller.ts";
import { openPageScope, renderForCaller } from "./request-scope/request-scope.ts";
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
  const response = await answerPage(request, { ...contextOf(env), language, browser }).catch(
    (error) => {
      if (error instanceof Problem) return answerProblem(request, error);
      throw error;
    },
  );
  // A later user of the same browser must not see a cached page.
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "no-store");
  return leaveWith(response);
}

async function answerPage(request: Request, context: Context): Promise<Response> {
  pages ??= await loadPages();
  const loaded = pages;
  // The answer to a page of another build ends the session.
  const isAction = changesSomething(request) || isOfOtherBuild(request, versionOf(loaded));
  const scope = openPageScope(request, context, isAction);
  return renderForCaller(scope, (caller) => render(loaded, request, caller, scope.context));
}

async function render(
  loaded: Pages,
  request: Request,
  caller: Caller,
  context: Context,
): Promise<Response> {
  const provider = new RouterContextProvider();
  const { address } = caller;
  const identify = (token: string) => identifySession(digest(token), address, context);
  provider.set(backend, { caller, context, identify, version: versionOf(loaded) });
  return loaded.handle(request, provider);
}

function versionOf({ build }: Pages): string {
  return build.assets.version;
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
