import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { focusRefused } from "../../../forms/focus-refused.ts";
import type { MemberResult } from "./management-data.ts";

/**
 * A form of this page in a dialog or a row: a refusal keeps the input and moves the focus to the faulty field.
 * @param onDone called on success
 */
export function useMemberForm(onDone?: (result: MemberResult) => void) {
  const fetcher = useFetcher<MemberResult | null>();
  const form = useRef<HTMLFormElement>(null);
  const done = useRef(onDone);
  done.current = onDone;
  const busy = fetcher.state !== "idle";
  const result: MemberResult | null | undefined = fetcher.data;
  useEffect(() => {
    if (!result || busy) return;
    if (result.problem === null) done.current?.(result);
    else focusRefused(form.current);
  }, [result, busy]);
  return { Form: fetcher.Form, submit: fetcher.submit, form, busy, result: busy ? null : result };
}
