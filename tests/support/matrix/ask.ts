import { env } from "cloudflare:workers";
import { Problem } from "#domain/problem.ts";
import type { AnyOperation } from "#operations/call.ts";
import type { Caller, Context } from "#operations/context.ts";
import { runOperation } from "#operations/operation.ts";
import { identifyApiCaller } from "#workers/request-scope/caller.ts";
import { server } from "#workers/server.ts";
import { contextOf } from "#workers/services.ts";
import { ORIGIN } from "../call-api.ts";
import { tokenOf, type Who } from "./cast.ts";
import type { Ask, Seen } from "./walk.ts";

let asked = 0;

function requestOf(
  { path, body }: Pick<AnyOperation, "path" | "body">,
  who: Who,
  input: Record<string, unknown>,
): Request {
  const [method = "", where = ""] = path.split(" ");
  asked += 1;
  const headers = new Headers({
    // Limits by address are not what this is about.
    "CF-Connecting-IP": `2001:db8:${(asked >> 16).toString(16)}:${(asked & 0xffff).toString(16)}::1`,
  });
  const token = tokenOf(who);
  if (token !== undefined) headers.set("Authorization", token);
  if (body !== "upload") headers.set("Content-Type", "application/json");
  return new Request(`${ORIGIN}/api${where}`, {
    method,
    headers,
    ...(method === "POST" && { body: body === "upload" ? formOf(input) : JSON.stringify(input) }),
  });
}

function formOf(input: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) form.append(name, value as string | Blob);
  return form;
}

/** As a client would, over HTTP. */
export const askPortal: Ask = async (operation, who, input) => {
  const response = await server.fetch(requestOf(operation, who, input), env);
  return { status: response.status, body: await response.json() };
};

type Identify = (request: Request, context: Context) => Promise<Caller>;

/** What is in no table, in the same order of steps. */
export function askDirectly(identify: Identify = identifyApiCaller): Ask {
  return async (operation, who, input) => {
    const context = contextOf(env);
    try {
      const caller = await identify(requestOf(operation, who, input), context);
      const data = await runOperation(operation, input, caller, context);
      return seen(200, "success", { data });
    } catch (error) {
      if (!(error instanceof Problem)) return seen(500, "fault");
      const { status, messageKey, details } = error;
      const { fields, reason } = details;
      const data = { ...(fields && { fields }), ...(reason && { reason }) };
      return seen(status, messageKey, Object.keys(data).length > 0 ? { data } : {});
    }
  };
}

const seen = (code: number, message: string, more: object = {}): Seen => ({
  status: code,
  body: { code, message, ...more },
});
