import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { focusRefused } from "../../../../forms/focus-refused.ts";
import { useDraft } from "../../../../forms/use-draft.ts";
import type { AppearanceResult } from "./appearance-result.ts";

/**
 * A form that is sent without leaving the page. A refusal moves the focus to the faulty field; success resets the form.
 */
export function useAppearanceForm(key: string) {
  const { Form, submit, data, state } = useFetcher<AppearanceResult | null>({ key: `look-${key}` });
  const form = useRef<HTMLFormElement>(null);
  const busy = state !== "idle";
  const settle = useDraft(form, `look-${key}`);
  useEffect(() => {
    if (!data || busy) return;
    if (data.problem === null) {
      form.current?.reset();
      settle();
    } else focusRefused(form.current);
  }, [data, busy, settle]);
  return { Form, submit, form, busy, result: busy ? null : (data ?? null) };
}
