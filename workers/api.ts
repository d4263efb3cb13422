import { Hono } from "hono";
import { Problem } from "#domain/problem.ts";
import { enforceIpRateLimit } from "#operations/auth/enforce-ip-rate-limit.ts";
import type { AnyOperation } from "#operations/call.ts";
import type { Caller, Context } from "#operations/context.ts";
import { operations } from "#operations/table.ts";
import {
  type AnswerForm,
  answerProblem,
  describeProblem,
  describeSuccess,
  leaveOpen,
  respond,
} from "./answers.ts";
import { browserOf } from "./browser-cookie.ts";
import { type EnvelopeMemory, openCall, openUpload } from "./envelope.ts";
import { readUpload } from "./read-upload.ts";
import { languageOf } from "./request-language.ts";
import { openApiScope, runForCaller } from "./request-scope/request-scope.ts";
import { isSameOrigin } from "./same-origin.ts";
import { contextOf } from "./services.ts";
import type { BodyEnv } from "./take-body.ts";

/** Serves the table of operations over HTTP, in the plain form and in the sealed one. */
export const api = new Hono<BodyEnv>();

for (const row of operations as readonly AnyOperation[]) {
  if (row.served === "pages") continue;
  const [method = "", path = ""] = row.path.split(" ");
  api.on(method, path, (c) => answer(row, c.req.raw, c.get("body"), c.env));
}

api.all("*", (c) => answerProblem(c.req.raw, new Problem("notFound")));

const NOTHING = new Uint8Array();
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** @param body the body of the request, if it has one */
async function answer(
  row: AnyOperation,
  request: Request,
  body: Uint8Array<ArrayBuffer> | undefined,
  env: Env,
): Promise<Response> {
  let form: AnswerForm = leaveOpen;
  try {
    const { browser, leaveWith } = browserOf(request);
    const language = languageOf(request);
    const scope = openApiScope(request, { ...contextOf(env), language, browser });
    const { context, identify, remembered } = scope;
    const opening = {
      context,
      admit: async () => enforceSealedCallLimit(context, remembered ?? (await identify())),
      chooseMemory: async () => chooseMemory(context, row, remembered ?? (await identify())),
    };
    const opened =
      row.body === "upload"
        ? await openUpload(request, partsOf(request, body), opening)
        : await openCall(request, readJson(body), opening);
    form = opened.form;
    const data = await runForCaller(scope, row, opened.input);
    const response = respond(await form(describeSuccess(request, data)));
    // Only the portal's own pages use cookies.
    return isSameOrigin(request) ? leaveWith(response) : response;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return respond(await form(describeProblem(request, error)));
  }
}

/**
 * Unwrapping a key takes a millisecond of processor time, and recording it a row: anonymous callers of one address have
 * as many sealed calls as attempts to sign in.
 * @throws Problem tooFast
 */
async function enforceSealedCallLimit(context: Context, caller: Caller): Promise<void> {
  if (caller.kind !== "anonymous") return;
  await enforceIpRateLimit(context, { ...caller, address: `sealed ${caller.address}` });
}

/**
 * Chooses where an envelope is recorded. Anyone can become a share viewer or the demo user without an account, so their
 * read-only calls cost no row. A row is written before access and budgets are checked, so those writes have a limit of
 * their own.
 * @throws Problem tooFast
 */
function chooseMemory(context: Context, row: AnyOperation, caller: Caller): EnvelopeMemory {
  const isOpen = caller.kind === "share" || (caller.kind === "person" && caller.person.demo);
  if (!row.writes && (row.access.kind === "anyone" || isOpen)) return "process";
  const isUser = caller.kind === "person" && !caller.person.demo;
  const who = isUser ? `user ${caller.person.id}` : `address ${caller.address}`;
  const retryAfter = context.socketWait("sealed", who);
  if (retryAfter > 0) throw new Problem("tooFast", { retryAfter });
  return "database";
}

function partsOf(request: Request, upload = NOTHING) {
  return readUpload(upload, request.headers.get("Content-Type"));
}

/** Parses the body as an object; an empty body is an empty object. @throws Problem malformed */
function readJson(bytes = NOTHING): Record<string, unknown> {
  const body = parseJson(bytes);
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new Problem("malformed");
  return body as Record<string, unknown>;
}

function parseJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return {};
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Problem("malformed");
  }
}
