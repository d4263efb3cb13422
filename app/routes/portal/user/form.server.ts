import type { FormProblem } from "../../../forms/form-problem.ts";
import { IDENTITY_FIELD } from "../../../forms/identity.ts";
import { typedIn } from "../../../forms/read-form.server.ts";
import type { UserResult } from "./user-result.ts";

export type Values = UserResult["values"];

/** A refusal that leads to a step of its own. */
export class Refused extends Error {
  readonly problem: FormProblem;
  readonly values: Values;

  constructor(problem: FormProblem, values: Values) {
    super(problem.message);
    this.problem = problem;
    this.values = values;
  }
}

/** Fields that are never sent back into the page. */
const SECRET = ["password", "oldPassword", "confirmPassword", IDENTITY_FIELD];

/** Input as it is sent back into the page. */
export const typedHere = (form: FormData): Values => typedIn(form, SECRET);
