import { type HandleErrorFunction, isRouteErrorResponse } from "react-router";
import { backend } from "./backend.server.ts";

/**
 * Logs failures while rendering with the server's own log: the router's log would print the thrown value, including
 * parameters of queries. Refusals by the router itself are the client's fault and not logged.
 */
export const logError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(backend).context.log.error("a page failed", error);
};
