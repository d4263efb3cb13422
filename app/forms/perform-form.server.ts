import { data, type RouterContextProvider } from "react-router";
import { refusalOf } from "../backend.server.ts";
import { confirmFirst } from "./confirm-first.server.ts";
import { IDENTITY_FIELD } from "./identity.ts";
import { readForm, textOf, typedIn } from "./read-form.server.ts";
import type { FormResult } from "./use-own-form.ts";

/** Performs one of a page's forms and returns what the page shows afterwards. */
type FormAction<Result> = (form: FormData) => Promise<Partial<Omit<Result, "section" | "problem">>>;

/** Thrown if fields hold text that is no number. */
class WrongNumbers extends Error {
  readonly fields: Readonly<Record<string, string>>;

  constructor(names: readonly string[]) {
    super("wrong numbers");
    this.fields = Object.fromEntries(names.map((name) => [name, "wrongValue"]));
  }
}

/** @throws WrongNumbers if a number is NaN */
export function assertValidNumbers(numbers: Readonly<Record<string, number | undefined>>): void {
  const wrong = Object.keys(numbers).filter((name) => Number.isNaN(numbers[name]));
  if (wrong.length > 0) throw new WrongNumbers(wrong);
}

type Sent = { request: Request; context: Readonly<RouterContextProvider> };

/**
 * Performs the form's `intent` after confirming the sender's identity if the form has their password. Responds with
 * null and 422 if the intent is unknown.
 */
export async function performConfirmed<Result extends FormResult>(
  { request, context }: Sent,
  actions: Readonly<Record<string, FormAction<Result>>>,
) {
  return performForm(request, actions, (form) => confirmFirst(context, form));
}

/**
 * Performs the form's `intent`. Responds with null and 422 if the intent is unknown.
 * @param before runs first; if it throws, the action does not run
 */
export async function performForm<Result extends FormResult>(
  request: Request,
  actions: Readonly<Record<string, FormAction<Result>>>,
  before: (form: FormData) => Promise<void> = async () => {},
) {
  const form = await readForm(request);
  const section = textOf(form, "intent");
  const run = Object.hasOwn(actions, section) ? actions[section] : undefined;
  if (run === undefined) return data(null, { status: 422 });
  try {
    await before(form);
    const result: FormResult = { section, problem: null, values: {}, ...(await run(form)) };
    return data(result);
  } catch (thrown) {
    const problem =
      thrown instanceof WrongNumbers
        ? { message: "invalid", fields: thrown.fields, retryAfter: null }
        : refusalOf(thrown);
    const result: FormResult = {
      section,
      problem,
      values: typedIn(form, ["intent", IDENTITY_FIELD]),
    };
    return data(result, { status: 422 });
  }
}
