import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { Problem } from "#domain/problem.ts";
import { answerProblem } from "./answers.ts";
import { api } from "./api.ts";
import { apiDocs } from "./api-docs/routes.ts";
import { serveFile } from "./file-route.ts";
import { log } from "./log.ts";
import { servePage } from "./pages.ts";
import { sockets } from "./sockets.ts";
import { takeBody } from "./take-body.ts";
import { unlisted } from "./unlisted.ts";

export const server = new Hono<{ Bindings: Env }>();

// Before the headers, which an upgrade's answer does not take.
server.route("/ws", sockets);

// Before the others, which it is to have its way against.
server.use(unlisted);
server.use(
  secureHeaders({
    xFrameOptions: "DENY",
    referrerPolicy: "strict-origin-when-cross-origin",
    // What other names under the operator's domain do is the operator's to say.
    strictTransportSecurity: "max-age=31536000",
  }),
);
server.use(takeBody);
server.route("/api", apiDocs);
server.route("/api", api);
server.get("/files/:key", (c) => serveFile(c.req.raw, c.env, c.req.param("key")));
server.all("*", (c) => servePage(c.req.raw, c.env));

server.onError((error, c) => {
  log.error("a request failed", error);
  return answerProblem(c.req.raw, new Problem("fault"));
});
