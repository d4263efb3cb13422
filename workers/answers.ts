import type { Problem } from "#domain/problem.ts";
import { SUCCESS_STATUS } from "#domain/problem.ts";
import { writeJson } from "#protocol/written-json.ts";
import { translateProblem } from "./messages.ts";

/** The content of an answer, independent of its form. `data` is absent if there is none. */
export type Answer = { code: number; message: string; data?: unknown; retryAfter?: number };
/** Converts an answer to its transport form: unchanged, or with sealed data. */
export type AnswerForm = (answer: Answer) => Promise<Answer>;

export const leaveOpen: AnswerForm = async (answer) => answer;

/** Describes a success; `null` and `undefined` mean no data. */
export function describeSuccess(request: Request, data: unknown): Answer {
  const message = translateProblem("success", request.headers.get("Accept-Language"));
  return { code: SUCCESS_STATUS, message, ...(data == null ? {} : { data }) };
}

/** Describes a Problem in the language of the request. */
export function describeProblem(request: Request, problem: Problem, code = problem.status): Answer {
  const { fields, limit, reason, retryAfter } = problem.details;
  const data = {
    ...problem.details.data,
    ...(fields && { fields }),
    ...(reason && { reason }),
  };
  const wanted = request.headers.get("Accept-Language");
  const message = translateProblem(problem.messageKey, wanted, { retryAfter, limit });
  return {
    code,
    message,
    ...(Object.keys(data).length === 0 ? {} : { data }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

/** Creates the response `{ code, message, data? }`, with the status equal to the code. */
export function respond({ retryAfter, ...body }: Answer): Response {
  const headers = new Headers({
    "Cache-Control": "no-store",
    "Content-Type": "application/json",
  });
  if (retryAfter !== undefined) headers.set("Retry-After", `${retryAfter}`);
  return new Response(writeJson(body), { status: body.code, headers });
}

/** Creates the plain response for a Problem. */
export function answerProblem(request: Request, problem: Problem, status = problem.status) {
  return respond(describeProblem(request, problem, status));
}
