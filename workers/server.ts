import { type Context, Hono, type Next } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { Problem } from "#domain/problem.ts";
import { answerProblem } from "./answers.ts";
import { api } from "./api.ts";
import { apiDocs } from "./api-docs/routes.ts";
import { serveFile } from "./file-route.ts";
import { serveFirmware } from "./firmware-route.ts";
import { log } from "./log.ts";
import { servePage } from "./pages.ts";
import { serveSecurityText } from "./security-text.ts";
import { sockets } from "./sockets.ts";
import { takeBody } from "./take-body.ts";

/** Matches all spellings: pages are found regardless of case and of repeated slashes. */
const SHARE_PAGE = /^\/+share(\.data)?(\/|$)/i;
/** Part of a firmware file's path after `/files/`. */
const FIRMWARE = /^firmware\/([^/]+)$/;
/** Hono routes HEAD as GET. */
const PAGE_METHODS = ["GET", "HEAD", "POST"];

export const server = new Hono<{ Bindings: Env }>();

// Registered before the headers, which the answer of an upgrade does not accept.
server.route("/ws", sockets);

// Must run first: later middleware would overwrite these headers.
server.use(setNoindexHeaders);
server.use(
  secureHeaders({
    xFrameOptions: "DENY",
    referrerPolicy: "strict-origin-when-cross-origin",
    // Subdomains are under the operator's control, so they are not included.
    strictTransportSecurity: "max-age=31536000",
    // Maps use the position, charts the full screen, and links and secrets the clipboard.
    permissionsPolicy: {
      camera: [],
      microphone: [],
      payment: [],
      usb: [],
      serial: [],
      bluetooth: [],
      hid: [],
      displayCapture: [],
      geolocation: ["self"],
      fullscreen: ["self"],
      clipboardWrite: ["self"],
    },
  }),
);
server.use(takeBody);
server.route("/api", apiDocs);
server.route("/api", api);
// One pattern for both: beside a constant in the same place, Hono's router of regular expressions refuses a parameter.
server.get("/files/:path{.+}", (c) => {
  const path = c.req.param("path");
  const [, hash] = FIRMWARE.exec(path) ?? [];
  return hash === undefined
    ? serveFile(c.req.raw, c.env, path)
    : serveFirmware(c.req.raw, c.env, hash);
});
server.get("/.well-known/security.txt", (c) => serveSecurityText(c.env));
// Existing files are served before the Worker. This answer must not be cached, because a rollback restores old files.
server.all("/assets/*", (c) => c.text("Not found", 404, { "Cache-Control": "no-store" }));
server.on(PAGE_METHODS, "*", (c) => servePage(c.req.raw, c.env));
server.all("*", (c) =>
  c.text("Method not allowed", 405, {
    Allow: PAGE_METHODS.join(", "),
    "Cache-Control": "no-store",
  }),
);

server.onError((error, c) => {
  log.error("a request failed", error);
  return answerProblem(c.req.raw, new Problem("fault"));
});

/**
 * Sets headers on share pages: their URL grants access to the site, so it must be neither indexed nor cached nor sent
 * as a referrer.
 */
async function setNoindexHeaders(c: Context, next: Next): Promise<void> {
  await next();
  if (!SHARE_PAGE.test(c.req.path)) return;
  c.header("Referrer-Policy", "no-referrer");
  c.header("X-Robots-Tag", "noindex, nofollow");
  c.header("Cache-Control", "no-store");
}
