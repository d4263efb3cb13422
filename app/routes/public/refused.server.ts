import { data } from "react-router";
import { problemOf } from "../../backend.server.ts";
import { readForm, textOf } from "../../forms/read-form.server.ts";

/** What a form shows of a refusal, with more that the page is to know. What is none, and a fault, is thrown on. */
export function refused<More extends object>(thrown: unknown, more: More) {
  const problem = problemOf(thrown);
  if (problem === null || problem.code === "fault") throw thrown;
  return data({ problem, ...more }, { status: problem.code === "tooFast" ? 429 : 422 });
}

/** The texts of a form, trimmed of nothing; what is no form is like an empty one. */
export async function readTexts(request: Request): Promise<(name: string) => string> {
  const form = await readForm(request);
  return (name) => textOf(form, name);
}
