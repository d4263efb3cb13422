import { data } from "react-router";
import { PROBLEM_STATUS, type ProblemCode, SUCCESS_STATUS } from "#domain/problem.ts";
import { call, refusalOf } from "../backend.server.ts";
import { type PageArgs, toLogin } from "../guard.server.ts";
import type { FormProblem } from "./form-problem.ts";
import { IDENTITY_FIELD } from "./identity.ts";
import { readForm, textOf } from "./read-form.server.ts";
import type { FormResult } from "./use-own-form.ts";

/** Performs one of a page's forms and returns what the page shows afterwards. */
export type FormAction<Extra extends object = object, Args extends PageArgs = PageArgs> = (
  form: FormData,
  args: Args,
) => Promise<Partial<Extra> & { values?: FormResult["values"] }>;

type FormOptions<Extra> = {
  /** Name of the action; by default the form's `intent`. */
  intentOf?: (form: FormData) => string;
  /** Intents that share a form with the password field of another one, and do not need the password. */
  unconfirmed?: readonly string[];
  /** Extra results of a refused form. */
  extrasOfRefused?: (form: FormData, intent: string) => Partial<Extra>;
};

type Refusal = FormProblem & { code?: ProblemCode };

/** Thrown by an action that refuses a form itself. */
export class Refused extends Error {
  readonly problem: Refusal;
  readonly values: FormResult["values"] | undefined;

  /** @param values sent back to the page instead of the typed ones */
  constructor(problem: Partial<Refusal>, values?: FormResult["values"]) {
    super("refused");
    this.problem = { message: "invalid", fields: {}, retryAfter: null, ...problem };
    this.values = values;
  }
}

/** Checks typed numbers. @throws Refused if a number is NaN */
export function assertValidNumbers(numbers: Readonly<Record<string, number | undefined>>): void {
  const wrong = Object.keys(numbers).filter((name) => Number.isNaN(numbers[name]));
  if (wrong.length > 0)
    throw new Refused({ fields: Object.fromEntries(wrong.map((name) => [name, "wrongValue"])) });
}

/**
 * Performs the action that the form's intent names. If the form has the sender's password, it is checked first. A
 * refusal responds with 422, or 429 if a rate limit is exceeded, and with the typed values except passwords; an ended
 * session redirects to the login. An unknown intent responds with null and 422.
 */
export async function performForm<Extra extends object = object, Args extends PageArgs = PageArgs>(
  args: Args,
  actions: Readonly<Record<string, FormAction<Extra, Args>>>,
  options: FormOptions<Extra> = {},
) {
  const { intentOf = intentIn, unconfirmed = [], extrasOfRefused } = options;
  const respond = (result: object | null, status: number) =>
    data(result as FormResult<Extra> | null, { status });
  const form = await readForm(args.request);
  const intent = intentOf(form);
  const run = Object.hasOwn(actions, intent) ? actions[intent] : undefined;
  if (run === undefined) return respond(null, PROBLEM_STATUS.invalid);
  try {
    if (!unconfirmed.includes(intent)) await confirmFirst(args, form);
    return respond(
      { intent, problem: null, values: {}, ...(await run(form, args)) },
      SUCCESS_STATUS,
    );
  } catch (thrown) {
    const { problem, values = valuesIn(form) } =
      thrown instanceof Refused ? thrown : { problem: refusalIn(args, thrown) };
    const extras = extrasOfRefused?.(form, intent);
    const status = problem.code === "tooFast" ? PROBLEM_STATUS.tooFast : PROBLEM_STATUS.invalid;
    return respond({ intent, problem, values, ...extras }, status);
  }
}

/** @throws a redirect to the login if the session has ended, and `thrown` itself if it is no refusal */
function refusalIn(args: PageArgs, thrown: unknown): Refusal {
  const problem = refusalOf(thrown);
  if (problem.code === "notSignedIn" || problem.code === "sessionEnded") throw toLogin(args);
  return problem;
}

/** The form's `intent`; empty if it has none. */
export const intentIn = (form: FormData): string => textOf(form, "intent");

/** Text fields of a form as they are sent back into the page, which passwords never are. */
export function valuesIn(form: FormData): FormResult["values"] {
  const names = [...new Set(form.keys())].filter(
    (name) => name !== "intent" && !/password$/i.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, textOf(form, name)]));
}

/** @throws the refusal of a wrong password, assigned to the form's own field */
async function confirmFirst({ context }: PageArgs, form: FormData): Promise<void> {
  if (!form.has(IDENTITY_FIELD)) return;
  try {
    await call(context, "POST /auth/v2/confirm", { password: textOf(form, IDENTITY_FIELD) });
  } catch (thrown) {
    const problem = refusalOf(thrown);
    const { password } = problem.fields;
    // The rules for a new password do not help with an existing one.
    const message = password === "required" ? password : "wrongPassword";
    const fields = password === undefined ? problem.fields : { [IDENTITY_FIELD]: message };
    throw data(
      { ...problem, fields, reason: "confirmationRequired" },
      { status: PROBLEM_STATUS.invalid },
    );
  }
}
