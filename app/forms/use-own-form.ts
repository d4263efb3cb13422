import { useEffect, useRef } from "react";
import { useActionData, useFetcher } from "react-router";
import { useLastData } from "../ui/use-last-data.ts";
import { focusRefused } from "./focus-refused.ts";
import type { FormProblem } from "./form-problem.ts";
import { useDraft } from "./use-draft.ts";

/** Result of a submitted form. */
export type FormResult = {
  /** Which of the page's forms was sent. */
  section: string;
  problem: FormProblem | null;
  /** Values that the next step needs, or that were typed into a refused form; never a secret. */
  values: Readonly<Record<string, string>>;
};

export type FormOptions = {
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
};

/**
 * One of a page's forms: with scripts it is sent without leaving the page. A refusal moves the focus to the faulty
 * field; a saved form shows the stored values. A failed call keeps the last result and shows no message.
 * @param page distinguishes the forms of one page from those of another
 */
export function useOwnForm<Result extends FormResult>(
  page: string,
  section: Result["section"],
  { resets = true, drafts = "kept" }: FormOptions = {},
) {
  const fetcher = useFetcher<Result | null>({ key: `${page}-${section}` });
  const posted = useActionData<Result | null>() as Result | null | undefined;
  const form = useRef<HTMLFormElement>(null);
  const settle = useDraft(form, drafts === "none" ? null : `${page}-${section}`, drafts === "kept");
  const answered = fetcher.data as Result | null | undefined;
  const own = posted?.section === section ? posted : null;
  const result = useLastData(answered) ?? own;
  const busy = fetcher.state !== "idle";
  useEffect(() => {
    if (!answered || busy) return;
    if (answered.problem !== null) focusRefused(form.current);
    else {
      if (resets) form.current?.reset();
      settle();
    }
  }, [answered, busy, resets, settle]);
  // The form was sent without scripts and answered with the whole page.
  const wasRefused = own !== null && own.problem !== null;
  useEffect(() => {
    if (wasRefused) focusRefused(form.current);
  }, [wasRefused]);
  const outcome = busy || answered === null ? null : result;
  return { Form: fetcher.Form, submit: fetcher.submit, form, busy, result, outcome };
}
