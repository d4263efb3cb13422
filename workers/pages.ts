import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { backend } from "#app/backend.server.ts";
import { Problem } from "#domain/problem.ts";
import { answerProblem } from "./answers.ts";
import { identifyPageCaller } from "./caller.ts";
import { isForeign } from "./same-origin.ts";
import { contextOf } from "./services.ts";

// Its declaration is not written for exactOptionalPropertyTypes.
const build = () => import("virtual:react-router/server-build") as Promise<unknown>;
const handle = createRequestHandler(build as () => Promise<ServerBuild>, import.meta.env.MODE);

/** A page, or the data or action of one, for whoever the cookie says. */
export async function servePage(request: Request, env: Env): Promise<Response> {
  if (changesSomething(request) && isForeign(request))
    return answerProblem(request, new Problem("forbidden"));
  const context = contextOf(env);
  const provider = new RouterContextProvider();
  provider.set(backend, { caller: await identifyPageCaller(request, context), context });
  const response = await handle(request, provider);
  // What one person saw is not for whoever goes back in the same browser after them.
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "no-store");
  return response;
}

function changesSomething({ method }: Request): boolean {
  return method !== "GET" && method !== "HEAD";
}
