import { useEffect, useRef } from "react";
import { useActionData, useFetcher } from "react-router";
import { useLastData } from "../ui/use-last-data.ts";
import { focusRefused } from "./focus-refused.ts";
import type { FormProblem } from "./form-problem.ts";
import { useDraft } from "./use-draft.ts";

/** Result of a submitted form. */
export type FormResult = {
  /** Which of the page's forms it is. */
  section: string;
  problem: FormProblem | null;
  /** Values that the next step needs, or that were typed into a refused form; never a secret. */
  values: Readonly<Record<string, string>>;
};

export type FormOptions = {
  /** Whether a form that was saved shows what is kept; not where the next step may be typed before the page is read anew. */
  resets?: boolean;
  /**
   * `kept`: what is typed is stored until it is saved, and leaving asks. `asked`: leaving asks, and nothing is stored,
   * because what is chosen deletes something. `none`: the form confirms something.
   */
  drafts?: "kept" | "asked" | "none";
};

/**
 * One of a page's own forms: sent without leaving the page where scripts run, and as a form everywhere else. A refusal
 * takes the focus to what was refused; a form that was saved shows what is kept. A call that failed leaves the form
 * at what was answered last, and says nothing of it.
 * @param page keeps the forms of one page apart from those of another
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
  // Sent before the scripts were there, it was answered with the whole page.
  const wasRefused = own !== null && own.problem !== null;
  useEffect(() => {
    if (wasRefused) focusRefused(form.current);
  }, [wasRefused]);
  const outcome = busy || answered === null ? null : result;
  return { Form: fetcher.Form, submit: fetcher.submit, form, busy, result, outcome };
}
