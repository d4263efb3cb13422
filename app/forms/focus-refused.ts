/** Moves the focus to the first field with an error, or else to the message above the fields, if there is one. */
export function focusRefused(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true], [data-summary]")?.focus();
}
