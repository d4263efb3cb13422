import { ORIGIN } from "./call-api.ts";

/** Requests that a browser lets another site's page send, or that an attacker might attempt. */
export type Attempt = {
  what: string;
  path: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
};

const { host } = new URL(ORIGIN);

/** Origins that are not the portal's, however near they come, and what browsers send instead of one. */
const ORIGINS = [
  "null",
  "",
  "*",
  "undefined",
  "https://evil.test",
  `http://${host}`,
  `ftp://${host}`,
  `//${host}`,
  host,
  `https://${host}:444`,
  `https://${host}:80`,
  `https://${host}.`,
  `https://${host}/`,
  `https://${host}.evil.test`,
  `https://evil.test/${host}`,
  `https://evil.test#${host}`,
  `https://evil.test?${ORIGIN}`,
  `https://${host}@evil.test`,
  `https://evil.test\\@${host}`,
  `https://sub.${host}`,
  `https://www.${host}`,
  `https://x${host}`,
  `https://${host}x`,
  `https://${host.replace("l", "1")}`,
  `https://xn--${host.replace("o", "")}-x9a`,
  `https://${host.toUpperCase()}`,
  `HTTPS://${host}`,
  `${ORIGIN} https://evil.test`,
  `${ORIGIN}, https://evil.test`,
  `https://evil.test, ${ORIGIN}`,
  `${ORIGIN}%00.evil.test`,
  "file://",
  "about:blank",
  "data:text/html,x",
  "chrome-extension://abcdefghijklmnop",
];

/** How a browser says where a request comes from, where that is not a page of the portal. */
const FOREIGN: readonly Record<string, string>[] = [
  ...ORIGINS.map((Origin) => ({ Origin })),
  // One of both that is right does not make up for the other.
  { Origin: "https://evil.test", "Sec-Fetch-Site": "same-origin" },
  { Origin: "null", "Sec-Fetch-Site": "none" },
  { Origin: ORIGIN, "Sec-Fetch-Site": "cross-site" },
  { Origin: ORIGIN, "Sec-Fetch-Site": "same-site" },
  // Neither says that the page is the portal's.
  {},
  { Referer: `${ORIGIN}/user` },
  { "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site" },
  { "Sec-Fetch-Site": "none" },
  { "Sec-Fetch-Site": "same-origin, cross-site" },
  { "Sec-Fetch-Site": "Same-Origin" },
  { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Sec-Fetch-User": "?1" },
  { "X-Forwarded-Host": "evil.test", "X-Requested-With": "XMLHttpRequest" },
];

/** Those that a form or `fetch` without CORS can have, and those that need to be asked for first. */
const TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json",
  "text/plain; charset=utf-8; application/json",
  "application/csp-report",
  "",
];

const CALLS: readonly [path: string, input: object][] = [
  ["user/v2/update", { city: "Taken" }],
  ["user/v2/token/add", { name: "Taken", scope: "manage", days: 1 }],
  ["user/v2/groupuser/add", { email: "evil@example.net" }],
  ["user/v2/updateBanner", { textPosition: 4, bannerText: "Taken", bannerImages: [] }],
  ["user/v2/get", {}],
  ["site/v2/socketTicket", { id: 1 }],
  ["auth/v2/logout", {}],
];
const PAGES = ["/logout", "/language", "/user", "/login", "/logout.data", "/register"];

const withType = (headers: Record<string, string>, place: number) => {
  const type = TYPES[place % TYPES.length] ?? "";
  return type === "" ? headers : { ...headers, "Content-Type": type };
};

/** Calls of the API and forms of pages, from everywhere else, in all the types of content. */
export function foreignCalls(): Attempt[] {
  return FOREIGN.flatMap((said, place) => {
    const shown = JSON.stringify(said);
    const calls = CALLS.map(([path, input], call) => ({
      what: `${path} from ${shown}`,
      path: `/api/${path}`,
      method: "POST",
      headers: withType(said, place + call),
      body: JSON.stringify(input),
    }));
    const pages = PAGES.map((path, page) => ({
      what: `${path} from ${shown}`,
      path,
      method: ["POST", "PUT", "PATCH", "DELETE"][page % 4] ?? "POST",
      headers: withType(said, place + page),
      body: "language=fr&city=Taken&intent=delete&redirect=/",
    }));
    return [...calls, ...pages];
  });
}

const OVERRIDES: readonly [query: string, headers: Record<string, string>][] = [
  ["", {}],
  ["?_method=POST", {}],
  ["?method=POST", {}],
  ["", { "X-HTTP-Method-Override": "POST" }],
  ["", { "X-HTTP-Method": "POST" }],
  ["", { "X-Method-Override": "POST" }],
];

/** What a link, a picture or a redirect can send, with the cookie and without an origin, as if it were something else. */
export function disguisedMethods(): Attempt[] {
  return CALLS.flatMap(([path, input]) =>
    ["GET", "HEAD", "OPTIONS"].flatMap((method) =>
      OVERRIDES.map(([query, headers]) => ({
        what: `${method} ${path}${query} ${JSON.stringify(headers)}`,
        path: `/api/${path}${query}${query === "" ? "?" : "&"}${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))}`,
        method,
        headers: {
          ...headers,
          "Sec-Fetch-Site": "cross-site",
          ...(method === "OPTIONS" && {
            Origin: "https://evil.test",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type, authorization",
          }),
        },
        body: null,
      })),
    ),
  );
}

/** Upgrades from another site's page, which a browser permits, with the cookie. */
export function foreignUpgrades(key: string, uuid: string): Attempt[] {
  return FOREIGN.filter(
    (said) => "Origin" in said || /^(cross|same)-site$/.test(said["Sec-Fetch-Site"] ?? ""),
  ).map((said) => ({
    what: `a socket from ${JSON.stringify(said)}`,
    path: `/ws/site/${key}/${uuid}`,
    method: "GET",
    headers: { ...said, Upgrade: "websocket" },
    body: null,
  }));
}
