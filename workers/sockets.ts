import { Hono } from "hono";
import { Problem } from "#domain/problem.ts";
import { answerProblem } from "./answers.ts";
import { upgradeLogger } from "./logger-socket.ts";
import { takeBody } from "./take-body.ts";
import { upgradeViewer } from "./viewer-socket.ts";

/** Upgrade requests. No middleware may touch the headers of their answers, which are immutable. */
export const sockets = new Hono<{ Bindings: Env }>();

sockets.use(takeBody);
sockets.get("/logger", (c) => answer(c.req.raw, upgradeLogger(c.req.raw, c.env)));
sockets.get("/site/:key/:uuid", (c) =>
  answer(c.req.raw, upgradeViewer(c.req.raw, c.env, c.req.param())),
);
sockets.all("*", (c) => answerProblem(c.req.raw, new Problem("notFound")));

async function answer(request: Request, upgrade: Promise<Response>): Promise<Response> {
  try {
    return await upgrade;
  } catch (error) {
    if (error instanceof Problem) return answerProblem(request, error);
    throw error;
  }
}
