import { createRequestHandler, RouterContextProvider } from "react-router";
import { backend } from "#app/backend.server.ts";
import { Problem } from "#domain/problem.ts";
import { answerProblem } from "./answers.ts";
import { identifyPageCaller } from "./caller.ts";
import { isForeign } from "./same-origin.ts";
import { contextOf } from "./services.ts";

const handle = createRequestHandler(
  () => import("virtual:react-router/server-build"),
  import.meta.env.MODE,
);

/** A page, or the data or action of one, for whoever the cookie says. */
export async function servePage(request: Request, env: Env): Promise<Response> {
  if (changesSomething(request) && isForeign(request))
    return answerProblem(request, new Problem("forbidden"));
  const context = contextOf(env);
  const provider = new RouterContextProvider();
  provider.set(backend, { caller: await identifyPageCaller(request, context), context });
  return handle(request, provider);
}

function changesSomething({ method }: Request): boolean {
  return method !== "GET" && method !== "HEAD";
}
