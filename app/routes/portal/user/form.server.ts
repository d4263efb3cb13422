import type { UserResult } from "./user-result.ts";

export type Values = UserResult["values"];
type PageProblem = NonNullable<UserResult["problem"]>;

/** A refusal that leads to a step of its own. */
export class Refused extends Error {
  readonly problem: PageProblem;
  readonly values: Values;

  constructor(problem: PageProblem, values: Values) {
    super(problem.message);
    this.problem = problem;
    this.values = values;
  }
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Fields that are never sent back into the page. */
const SECRET = ["password", "oldPassword", "confirmPassword"];

export function typedIn(form: FormData): Values {
  const names = [...new Set(form.keys())].filter((name) => !SECRET.includes(name));
  return Object.fromEntries(names.map((name) => [name, textOf(form, name)]));
}
