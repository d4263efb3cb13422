import type { Problem } from "#domain/problem.ts";
import { translateProblem } from "./messages.ts";

/** `{ code, message, data? }`, the status equal to the code. `null` and `undefined` are no data. */
export function answerSuccess(request: Request, data: unknown): Response {
  const message = translateProblem("success", request.headers.get("Accept-Language"));
  return Response.json({ code: 200, message, ...(data == null ? {} : { data }) }, { headers });
}

/** The same form for what was refused. */
export function answerProblem(request: Request, problem: Problem, status = problem.status) {
  const { fields, retryAfter } = problem.details;
  const message = translateProblem(problem.messageKey, request.headers.get("Accept-Language"));
  return Response.json(
    { code: status, message, ...(fields === undefined ? {} : { data: { fields } }) },
    {
      status,
      headers: retryAfter === undefined ? headers : { ...headers, "Retry-After": `${retryAfter}` },
    },
  );
}

const headers = { "Cache-Control": "no-store" };
