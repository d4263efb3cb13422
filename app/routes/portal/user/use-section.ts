import { useEffect, useRef } from "react";
import { useActionData, useFetcher } from "react-router";
import type { SectionName, UserResult } from "./user-result.ts";

/**
 * A section's own form: sent without leaving the page where scripts run, and as a form everywhere else. A refusal
 * takes the focus to what was refused; a form that was saved shows what is kept.
 */
export function useSection(section: SectionName) {
  const fetcher = useFetcher<UserResult | null>({ key: `user-${section}` });
  const posted = useActionData<UserResult | null>();
  const form = useRef<HTMLFormElement>(null);
  const answered: UserResult | null | undefined = fetcher.data;
  const result = answered ?? (posted?.section === section ? posted : null);
  const busy = fetcher.state !== "idle";
  useEffect(() => {
    if (!answered || busy) return;
    if (answered.problem === null) form.current?.reset();
    else form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [answered, busy]);
  return { Form: fetcher.Form, submit: fetcher.submit, form, busy, result };
}
