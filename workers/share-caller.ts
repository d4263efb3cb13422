import { parse } from "hono/utils/cookie";
import { findShareSession } from "#database/shares/share-sessions.ts";
import { SHARE_SESSION_PREFIX } from "#domain/sharing/share.ts";
import type { Anonymous, Context, ShareCaller } from "#operations/context.ts";
import { digest } from "#protocol/keys/digest.ts";
import { isSecureLine } from "#protocol/own-cookie.ts";
import {
  AS_HEADER,
  readShareCookie,
  SHARE_FIELD,
  shareCookie,
  shareRef,
} from "#protocol/share-cookie.ts";
import { isSameOrigin } from "./same-origin.ts";
import { enforceShareRateLimit } from "./share-rate-limit.ts";

const SHARE_SESSION = new RegExp(`^${SHARE_SESSION_PREFIX}[\\w-]{43}$`);
const AS_SHARE = /^share ([\w-]{12})$/;
/** The share page and its data request. */
const SHARE_PAGE = /^\/share(?:\.data)?\/?$/;
const PICTURE = /^\/files\/[\w-]+$/;

/** The share session of a request. */
export type ShownShare = { token: string | undefined };

/**
 * Reads the share session of an API call: from the header, or from the cookie on requests of the portal's pages.
 * Returns null if the call is no share viewer's.
 */
export function readApiShare(request: Request, shown: string | undefined): ShownShare | null {
  if (shown?.startsWith(SHARE_SESSION_PREFIX)) return { token: shown };
  const [, ref] = AS_SHARE.exec(request.headers.get(AS_HEADER) ?? "") ?? [];
  if (shown !== undefined || ref === undefined) return null;
  return { token: isSameOrigin(request) ? readCookie(request, ref) : undefined };
}

/**
 * Reads the share session of a share page and its pictures, which are equal for all visitors, signed in or not. Returns
 * null for all other pages.
 */
export function readPageShare(request: Request): ShownShare | null {
  const { pathname, searchParams } = new URL(request.url);
  if (SHARE_PAGE.test(pathname)) {
    const account = searchParams.get("tk");
    return { token: account === null ? undefined : readCookie(request, shareRef(account)) };
  }
  const ref = PICTURE.test(pathname) ? searchParams.get(SHARE_FIELD) : null;
  return ref === null ? null : { token: readCookie(request, ref) };
}

function readCookie(request: Request, ref: string): string | undefined {
  const name = shareCookie(isSecureLine(request));
  return readShareCookie(parse(request.headers.get("Cookie") ?? "", name)[name], ref);
}

/**
 * Identifies the caller of a share session.
 * @throws Problem tooFast if the session makes too many requests
 */
export async function identifyShare(
  { token }: ShownShare,
  address: string,
  context: Context,
): Promise<ShareCaller | Anonymous> {
  const anonymous: Anonymous = { kind: "anonymous", endedElsewhere: false, address };
  if (token === undefined || !SHARE_SESSION.test(token)) return anonymous;
  const session = digest(token);
  await enforceShareRateLimit(session, context);
  return (await findViewer(session, address, context))?.viewer ?? anonymous;
}

/** Finds the viewer of a share session and its end, ms UTC; undefined if it is no longer valid. */
export async function findViewer(
  session: string,
  address: string,
  { database, now }: Pick<Context, "database" | "now">,
): Promise<{ viewer: ShareCaller; expiresAt: number } | undefined> {
  const found = await findShareSession(database, session, now());
  if (found === undefined) return undefined;
  const { shareId: id, siteId, version, hidesLocation, timeZone, expiresAt } = found;
  const share = { id, siteId, version, hidesLocation, timeZone };
  return { viewer: { kind: "share", session, share, address }, expiresAt };
}
