import { type RefObject, useEffect } from "react";

/** Moves the focus to the first field with an error, or else to the message above the fields, if there is one. */
export function focusRefused(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true], [data-summary]")?.focus();
}

/**
 * Moves the focus when a form was refused.
 * @param refusal a new object or text for each refusal; null or undefined without one
 */
export function useFocusRefused(
  form: RefObject<HTMLFormElement | null>,
  refusal: object | string | null | undefined,
): void {
  useEffect(() => {
    if (refusal) focusRefused(form.current);
  }, [form, refusal]);
}
