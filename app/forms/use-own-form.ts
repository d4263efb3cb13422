import { useEffect, useRef, useState } from "react";
import { useActionData, useFetcher, useLocation } from "react-router";
import { useLastData } from "../ui/use-last-data.ts";
import { focusRefused, useFocusRefused } from "./focus-refused.ts";
import type { FormProblem } from "./form-problem.ts";
import { useDraft } from "./use-draft.ts";

/** Result of a submitted form, with further results that its page defines. */
export type FormResult<Extra extends object = object> = {
  /** Action that the form named. */
  intent: string;
  problem: FormProblem | null;
  /** Values that the next step needs, or that were typed into a refused form; never a password. */
  values: Readonly<Record<string, string>>;
} & Partial<Extra>;

/** The part of a form's result that its fields and messages show. */
export type Refusable = Pick<FormResult, "problem"> | null | undefined;

type FormOptions<Extra extends object = object> = {
  /**
   * Whether a saved form is reset to the stored values; false if the user may already type the next step before the
   * page revalidates.
   */
  resets?: boolean;
  /**
   * `kept`: input is stored until it is saved, and leaving asks for confirmation. `asked`: leaving asks, but nothing is
   * stored because the choice deletes data. `none`: the form only confirms an action.
   */
  drafts?: "kept" | "asked" | "none";
  /** Whether a result is of this form; without scripts it comes with the whole page. By default its intent decides. */
  owns?: (posted: FormResult<Extra>) => boolean;
  /** Called on success. */
  onDone?: (result: FormResult<Extra>) => void;
};

/**
 * One of a page's forms: with scripts it is sent without leaving the page. A refusal moves the focus to the faulty
 * field; a saved form shows the stored values. A failed call keeps the last result and shows no message.
 * @param name the form's intent, unique on its page; null for a row of a list or a dialog, which keep no draft
 * @returns `result` stays while the form is sent again, `outcome` is null meanwhile; `hasFailed` after a failed call
 */
export function useOwnForm<Extra extends object = object>(
  name: string | null,
  options: FormOptions<Extra> = {},
) {
  type Result = FormResult<Extra>;
  const { resets = true, drafts = "kept", owns = ({ intent }) => intent === name } = options;
  const { pathname, search } = useLocation();
  // The pages of all sites have the same path.
  const site = new URLSearchParams(search).get("key") ?? "";
  const key = `${pathname} ${site} ${name}`;
  const fetcher = useFetcher<Result | null>(name === null ? {} : { key });
  const posted = useActionData<Result | null>() as Result | null | undefined;
  const form = useRef<HTMLFormElement>(null);
  const settle = useDraft(form, drafts === "none" ? null : name, drafts === "kept");
  const answered = fetcher.data as Result | null | undefined;
  const own = posted && owns(posted) ? posted : null;
  const latest = useLastData(answered) ?? own;
  const busy = fetcher.state !== "idle";
  // On a slow machine data is rendered before the fetcher is idle: a dialog that it opens could not be submitted yet.
  const [settled, setSettled] = useState(latest);
  if (!busy && settled !== latest) setSettled(latest);
  const result = busy ? settled : latest;
  const done = useRef(options.onDone);
  done.current = options.onDone;
  useEffect(() => {
    if (!answered || busy) return;
    if (answered.problem !== null) focusRefused(form.current);
    else {
      if (resets) form.current?.reset();
      settle();
      done.current?.(answered);
    }
  }, [answered, busy, resets, settle]);
  // Without scripts the form was answered with the whole page.
  useFocusRefused(form, own?.problem);
  const hasFailed = !busy && answered === null;
  const outcome = busy || hasFailed ? null : result;
  return { Form: fetcher.Form, submit: fetcher.submit, form, busy, result, outcome, hasFailed };
}
