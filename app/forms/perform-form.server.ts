import { data } from "react-router";
import { problemOf } from "../backend.server.ts";
import { readForm, textOf, typedIn } from "./read-form.server.ts";
import type { FormResult } from "./use-own-form.ts";

/** What a form of a page does; answers what the page is to show then. */
type FormAction<Result> = (form: FormData) => Promise<Partial<Omit<Result, "section" | "problem">>>;

/** Fields whose numbers are none. */
class WrongNumbers extends Error {
  readonly fields: Readonly<Record<string, string>>;

  constructor(names: readonly string[]) {
    super("wrong numbers");
    this.fields = Object.fromEntries(names.map((name) => [name, "wrongValue"]));
  }
}

/** @throws WrongNumbers */
export function demandNumbers(numbers: Readonly<Record<string, number | undefined>>): void {
  const wrong = Object.keys(numbers).filter((name) => Number.isNaN(numbers[name]));
  if (wrong.length > 0) throw new WrongNumbers(wrong);
}

/** Does what the form's `intent` asks for; null where it asks for nothing there is. */
export async function performForm<Result extends FormResult>(
  request: Request,
  actions: Readonly<Record<string, FormAction<Result>>>,
) {
  const form = await readForm(request);
  const section = textOf(form, "intent");
  const run = Object.hasOwn(actions, section) ? actions[section] : undefined;
  if (run === undefined) return data(null, { status: 422 });
  try {
    const result: FormResult = { section, problem: null, values: {}, ...(await run(form)) };
    return data(result);
  } catch (thrown) {
    const problem =
      thrown instanceof WrongNumbers
        ? { message: "invalid", fields: thrown.fields, retryAfter: null }
        : problemOf(thrown);
    if (problem === null || ("code" in problem && problem.code === "fault")) throw thrown;
    const result: FormResult = { section, problem, values: typedIn(form, ["intent"]) };
    return data(result, { status: 422 });
  }
}
