import { problemOf } from "#app/backend.server.ts";
import type { Refusal } from "./param-data.ts";

/** Refusals of a form, until its answer is written. */
const refused = new WeakMap<FormData, readonly Refusal[]>();

/** Runs the operation of a form, and keeps the refusals of a change for the form's answer. */
export async function keepRefusals<Result>(
  form: FormData,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (thrown) {
    const refusals = problemOf(thrown)?.data?.refusals;
    if (Array.isArray(refusals)) refused.set(form, refusals as Refusal[]);
    throw thrown;
  }
}

export function refusalsOf(form: FormData): readonly Refusal[] {
  return refused.get(form) ?? [];
}
