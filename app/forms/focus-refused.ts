/** The focus goes to the first field that was refused, if there is one. */
export function focusRefused(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}
