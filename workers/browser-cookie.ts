import { parse, serialize } from "hono/utils/cookie";
import { describeClient } from "#domain/sessions/describe-client.ts";
import { KNOWN_BROWSER_MS } from "#domain/users/login-limit.ts";
import type { Browser } from "#operations/context.ts";
import { isSecureLine, ownCookie } from "#protocol/own-cookie.ts";

const nameFor = (request: Request) => ownCookie("helioport_browser", isSecureLine(request));
const TOKEN = /^[\w-]{43}$/;

/** The browser of code that runs without a request. */
export const noBrowser: Browser = { token: null, client: null, keep: () => {} };

/** Reads the browser cookie of a request, and returns a function that sets it on the answer. */
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
    // Secure like the session cookie, unless the server itself runs on plain http.
    secure: isSecureLine(request),
  });
}
