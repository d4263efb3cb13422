import type { Problem } from "#domain/problem.ts";
import { writeJson } from "#protocol/written-json.ts";
import { translateProblem } from "./messages.ts";

/** What is answered, before it has a form. `data` is absent where there is none. */
export type Answer = { code: number; message: string; data?: unknown; retryAfter?: number };
/** How an answer goes out: as it is, or with its data sealed. */
export type AnswerForm = (answer: Answer) => Promise<Answer>;

export const leaveOpen: AnswerForm = async (answer) => answer;

/** `null` and `undefined` are no data. */
export function describeSuccess(request: Request, data: unknown): Answer {
  const message = translateProblem("success", request.headers.get("Accept-Language"));
  return { code: 200, message, ...(data == null ? {} : { data }) };
}

export function describeProblem(request: Request, problem: Problem, code = problem.status): Answer {
  const { fields, limit, reason, retryAfter } = problem.details;
  const data = { ...(fields && { fields }), ...(reason && { reason }) };
  const wanted = request.headers.get("Accept-Language");
  const message = translateProblem(problem.messageKey, wanted, { retryAfter, limit });
  return {
    code,
    message,
    ...(Object.keys(data).length === 0 ? {} : { data }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

/** `{ code, message, data? }`, the status equal to the code. */
export function respond({ retryAfter, ...body }: Answer): Response {
  const headers = new Headers({
    "Cache-Control": "no-store",
    "Content-Type": "application/json",
  });
  if (retryAfter !== undefined) headers.set("Retry-After", `${retryAfter}`);
  return new Response(writeJson(body), { status: body.code, headers });
}

/** What was refused, in the plain form. */
export function answerProblem(request: Request, problem: Problem, status = problem.status) {
  return respond(describeProblem(request, problem, status));
}
