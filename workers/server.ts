import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { Problem } from "#domain/problem.ts";
import { answerProblem } from "./answers.ts";
import { api } from "./api.ts";
import { apiDocs } from "./api-docs/routes.ts";
import { serveFile } from "./file-route.ts";
import { log } from "./log.ts";
import { noindexHeaders } from "./noindex-headers.ts";
import { servePage } from "./pages.ts";
import { serveSecurityText } from "./security-text.ts";
import { sockets } from "./sockets.ts";
import { takeBody } from "./take-body.ts";

/** Hono routes HEAD as GET. */
const PAGE_METHODS = ["GET", "HEAD", "POST"];

export const server = new Hono<{ Bindings: Env }>();

// Before the headers, which an upgrade's answer does not take.
server.route("/ws", sockets);

// Before the others, which it is to have its way against.
server.use(noindexHeaders);
server.use(
  secureHeaders({
    xFrameOptions: "DENY",
    referrerPolicy: "strict-origin-when-cross-origin",
    // What other names under the operator's domain do is the operator's to say.
    strictTransportSecurity: "max-age=31536000",
    // The maps ask for the position, charts for the full screen, and links and secrets are copied.
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
server.get("/files/:key", (c) => serveFile(c.req.raw, c.env, c.req.param("key")));
server.get("/.well-known/security.txt", (c) => serveSecurityText(c.env));
// A file that exists is served before the Worker. The answer must not be kept: a rollback brings old files back.
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
