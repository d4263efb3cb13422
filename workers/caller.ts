import { parse } from "hono/utils/cookie";
import { findSession, touchSession } from "#database/sessions.ts";
import { isTouchDue, judgeSession } from "#domain/sessions/session-life.ts";
import type { Caller, Context } from "#operations/context.ts";
import { digest } from "#protocol/keys/digest.ts";
import { SESSION_COOKIE } from "#protocol/session-cookie.ts";
import { clientAddress } from "./client-address.ts";
import { isSameOrigin } from "./same-origin.ts";

const TOKEN = /^[\w-]{43}$/;

/** Who calls the API: by the header, else by the cookie, which counts only on requests of our own pages. */
export function identifyApiCaller(request: Request, context: Context): Promise<Caller> {
  const header = request.headers.get("Authorization");
  const token = header?.replace(/^Bearer\s+/i, "").trim();
  if (token !== undefined) return identify(token, request, context);
  return identify(isSameOrigin(request) ? readCookie(request) : undefined, request, context);
}

/** Who asks for a page: by the cookie. */
export function identifyPageCaller(request: Request, context: Context): Promise<Caller> {
  return identify(readCookie(request), request, context);
}

function readCookie(request: Request): string | undefined {
  return parse(request.headers.get("Cookie") ?? "", SESSION_COOKIE)[SESSION_COOKIE];
}

async function identify(
  token: string | undefined,
  request: Request,
  context: Context,
): Promise<Caller> {
  const address = clientAddress(request);
  if (token === undefined || !TOKEN.test(token))
    return { kind: "nobody", endedElsewhere: false, address };
  return identifySession(digest(token), address, context);
}

/** Who a session belongs to, if it still counts. Its use is written down now and then. */
export async function identifySession(
  id: string,
  address: string,
  { database, now }: Context,
): Promise<Caller> {
  const found = await findSession(database, id);
  const at = now();
  const life = found === undefined ? "expired" : judgeSession(found.session, at);
  if (found === undefined || life !== "live")
    return { kind: "nobody", endedElsewhere: life === "endedElsewhere", address };
  if (isTouchDue(found.session, at)) await touchSession(database, id, at);
  const { passwordHash: _, createdAt: __, ...person } = found.person;
  return { kind: "person", person, session: id, address };
}
