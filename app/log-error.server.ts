import { type HandleErrorFunction, isRouteErrorResponse } from "react-router";
import { backend } from "./backend.server.ts";

/**
 * Logs what failed while a page was made, by the server's own log: the router's would print what it was thrown as it
 * is, parameters of queries included. What the router itself refuses is the client's fault and no news.
 */
export const logError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(backend).context.log.error("a page failed", error);
};
