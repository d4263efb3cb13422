import { useEffect, useRef } from "react";
import { useActionData, useFetcher } from "react-router";
import { useLast } from "./use-last.ts";
import type { SectionName, UserResult } from "./user-result.ts";

/**
 * A section's own form: sent without leaving the page where scripts run, and as a form everywhere else. A refusal
 * takes the focus to what was refused; a form that was saved shows what is kept. A call that failed leaves the section
 * at what was answered last, and says nothing of it.
 * @param resets not where the next step may be typed before the page has been read anew
 */
export function useSection(section: SectionName, { resets = true } = {}) {
  const fetcher = useFetcher<UserResult | null>({ key: `user-${section}` });
  const posted = useActionData<UserResult | null>();
  const form = useRef<HTMLFormElement>(null);
  const answered: UserResult | null | undefined = fetcher.data;
  const own = posted?.section === section ? posted : null;
  const result = useLast(answered) ?? own;
  const busy = fetcher.state !== "idle";
  useEffect(() => {
    if (!answered || busy) return;
    if (answered.problem !== null) focusRefused(form.current);
    else if (resets) form.current?.reset();
  }, [answered, busy, resets]);
  // Sent before the scripts were there, it was answered with the whole page.
  const wasRefused = own !== null && own.problem !== null;
  useEffect(() => {
    if (wasRefused) focusRefused(form.current);
  }, [wasRefused]);
  const told = busy || answered === null ? null : result;
  return { Form: fetcher.Form, submit: fetcher.submit, form, busy, result, told };
}

function focusRefused(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}
