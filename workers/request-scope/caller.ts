import { parse } from "hono/utils/cookie";
import { findSession, touchSession } from "#database/auth/sessions.ts";
import { touchAccessToken } from "#database/tokens/access-tokens.ts";
import { ACCESS_TOKEN_PREFIX } from "#domain/sessions/access-token.ts";
import { isTouchDue, judgeSession } from "#domain/sessions/session-life.ts";
import type { Caller, Context, SignedIn } from "#operations/context.ts";
import { digest } from "#protocol/keys/digest.ts";
import { isSecureLine } from "#protocol/own-cookie.ts";
import { sessionCookie } from "#protocol/session-cookie.ts";
import { clientAddress } from "../client-address.ts";
import { isSameOrigin } from "../same-origin.ts";
import { identifyShare, readApiShare, readPageShare } from "../share-caller.ts";

const TOKEN = /^[\w-]{43}$/;
const ACCESS_TOKEN = new RegExp(`^${ACCESS_TOKEN_PREFIX}[\\w-]{43}$`);

/**
 * Identifies an API caller by the header, else by the cookie, which only counts on requests of the portal's own pages.
 */
export function identifyApiCaller(request: Request, context: Context): Promise<Caller> {
  const token = readHeader(request);
  const share = readApiShare(request, token);
  if (share !== null) return identifyShare(share, clientAddress(request), context);
  if (token !== undefined && ACCESS_TOKEN.test(token))
    return identifyToken(token, request, context);
  return identifySessionToken(readApiSession(request), request, context);
}

function readHeader(request: Request): string | undefined {
  return request.headers.get("Authorization")?.replace(/^Bearer +/i, "");
}

function readApiSession(request: Request): string | undefined {
  return readHeader(request) ?? (isSameOrigin(request) ? readCookie(request) : undefined);
}

/** Identifies a page caller by the session cookie, or on a share page by the share cookie. */
export function identifyPageCaller(request: Request, context: Context): Promise<Caller> {
  const share = readPageShare(request);
  if (share !== null) return identifyShare(share, clientAddress(request), context);
  return identifySessionToken(readCookie(request), request, context);
}

/** Whether a request has a session cookie, valid or not. */
export function showsSession(request: Request): boolean {
  return readCookie(request) !== undefined;
}

const MAX_REMEMBERED = 1_000;
/** Recently identified callers of this process, by session. A remembered caller alone never authorizes an answer. */
const rememberedCallers = new Map<string, SignedIn>();

/** Returns the last known caller of the cookie; undefined if unknown or from another address. */
export function rememberedPageCaller(request: Request): Caller | undefined {
  return readPageShare(request) === null ? findRemembered(readCookie(request), request) : undefined;
}

/** Returns the last known caller of an API session; undefined if unknown or from another address. */
export function rememberedApiCaller(request: Request): Caller | undefined {
  if (readApiShare(request, readHeader(request)) !== null) return undefined;
  return findRemembered(readApiSession(request), request);
}

function findRemembered(token: string | undefined, request: Request): Caller | undefined {
  if (token === undefined || !TOKEN.test(token)) return undefined;
  const known = rememberedCallers.get(sessionOf(token));
  return known?.address === clientAddress(request) ? known : undefined;
}

let last = { token: "", session: "" };

/** Returns the id of a token's session. It is cached, because most requests use it twice. */
function sessionOf(token: string): string {
  if (last.token !== token) last = { token, session: digest(token) };
  return last.session;
}

function rememberCaller(caller: SignedIn): SignedIn {
  if (rememberedCallers.size >= MAX_REMEMBERED) rememberedCallers.clear();
  rememberedCallers.set(caller.session, caller);
  return caller;
}

function readCookie(request: Request): string | undefined {
  const name = sessionCookie(isSecureLine(request));
  return parse(request.headers.get("Cookie") ?? "", name)[name];
}

async function identifySessionToken(
  token: string | undefined,
  request: Request,
  context: Context,
): Promise<Caller> {
  const address = clientAddress(request);
  if (token === undefined || !TOKEN.test(token))
    return { kind: "anonymous", endedElsewhere: false, address };
  return identifySession(sessionOf(token), address, context);
}

/** Identifies the user of a personal access token. The answer does not reveal why a token is invalid. */
async function identifyToken(token: string, request: Request, context: Context): Promise<Caller> {
  const address = clientAddress(request);
  const caller = await identifySession(sessionOf(token), address, context);
  if (caller.kind === "person" && caller.token !== undefined) return caller;
  return { kind: "anonymous", endedElsewhere: false, address };
}

/** Identifies the user of a valid session or personal access token, and records its use from time to time. */
export async function identifySession(
  id: string,
  address: string,
  { database, now }: Context,
): Promise<Caller> {
  const found = await findSession(database, id);
  const at = now();
  const life = found === undefined ? "expired" : judge(found, at);
  if (found === undefined || life !== "live") {
    rememberedCallers.delete(id);
    return { kind: "anonymous", endedElsewhere: life === "endedElsewhere", address };
  }
  const caller = { kind: "person", person: found.person, session: id, address } as const;
  if (found.token !== undefined) {
    const { scope, siteIds, lastUsedAt } = found.token;
    if (isTouchDue({ lastUsedAt: lastUsedAt ?? 0 }, at)) await touchAccessToken(database, id, at);
    return { ...caller, token: { scope, siteIds } };
  }
  if (isTouchDue(found.session, at)) await touchSession(database, id, at);
  return rememberCaller(caller);
}

type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;

function judge({ session, token }: FoundSession, now: number) {
  const isPast = token !== undefined && now >= token.expiresAt;
  if (isPast) return "expired";
  // A personal access token has an expiry of its own.
  return judgeSession(token === undefined ? session : { ...session, createdAt: now }, now);
}
