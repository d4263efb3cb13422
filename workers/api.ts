import { Hono } from "hono";
import { Problem } from "#domain/problem.ts";
import type { AnyOperation } from "#operations/call.ts";
import { runOperation } from "#operations/operation.ts";
import { operations } from "#operations/table.ts";
import { answerProblem, answerSuccess } from "./answers.ts";
import { identifyApiCaller } from "./caller.ts";
import { isSealed, readJson } from "./read-json.ts";
import { readUpload } from "./read-upload.ts";
import { languageOf } from "./request-language.ts";
import { contextOf } from "./services.ts";

/** The table of operations over HTTP, in the plain form. */
export const api = new Hono<{ Bindings: Env }>();

for (const row of operations as readonly AnyOperation[]) {
  if (row.served === "pages") continue;
  const [method = "", path = ""] = row.path.split(" ");
  api.on(method, path, (c) => answer(row, c.req.raw, c.env));
}

api.all("*", (c) => answerProblem(c.req.raw, new Problem("notFound")));

async function answer(row: AnyOperation, request: Request, env: Env): Promise<Response> {
  try {
    const context = { ...contextOf(env), language: languageOf(request) };
    const isUpload = row.body === "upload";
    const body = isUpload ? await readUpload(request) : await readJson(request);
    if (!isUpload && isSealed(body)) throw new Problem("malformed", { message: "sealedNotYet" });
    const caller = await identifyApiCaller(request, context);
    return answerSuccess(request, await runOperation(row, body, caller, context));
  } catch (error) {
    if (error instanceof Problem) return answerProblem(request, error);
    throw error;
  }
}
