import { parse, serialize } from "hono/utils/cookie";
import { describeClient } from "#domain/sessions/describe-client.ts";
import { KNOWN_BROWSER_MS } from "#domain/users/login-limit.ts";
import type { Browser } from "#operations/context.ts";
import { isSecureLine, ownCookie } from "#protocol/own-cookie.ts";

const nameFor = (request: Request) => ownCookie("helioport_browser", isSecureLine(request));
const TOKEN = /^[\w-]{43}$/;

/** Where there is no request. */
export const noBrowser: Browser = { token: null, client: null, keep: () => {} };

/** What a browser shows of itself, and a way to leave with its answer what it is to keep. */
export function browserOf(request: Request): {
  browser: Browser;
  leaveWith(response: Response): Response;
} {
  const name = nameFor(request);
  const shown = parse(request.headers.get("Cookie") ?? "", name)[name] ?? "";
  let kept: string | null = null;
  return {
    browser: {
      token: TOKEN.test(shown) ? shown : null,
      client: describeClient(request.headers.get("User-Agent") ?? ""),
      keep: (token) => {
        kept = token;
      },
    },
    leaveWith(response) {
      if (kept !== null) response.headers.append("Set-Cookie", writeCookie(kept, request));
      return response;
    },
  };
}

function writeCookie(token: string, request: Request): string {
  return serialize(nameFor(request), token, {
    path: "/",
    maxAge: KNOWN_BROWSER_MS / 1000,
    httpOnly: true,
    sameSite: "Lax",
    // As the session's: secure unless the server itself runs on plain http.
    secure: isSecureLine(request),
  });
}
