import { data } from "react-router";
import { refusalOf } from "../backend.server.ts";

/**
 * Returns the response with which a form shows why it was refused.
 * @param more further fields of the action's data
 * @throws `thrown` itself if it is no refusal
 */
export function refusalResponse<More extends object>(thrown: unknown, more: More) {
  const problem = refusalOf(thrown);
  return data({ problem, ...more }, { status: problem.code === "tooFast" ? 429 : 422 });
}
