import { typedNumber } from "../typed-number.ts";

/** Reads the form of a request; a body that is no form is treated as an empty form. */
export function readForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData());
}

/** Text of a field; empty if the form lacks it. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Number in a field; undefined if the field is empty, NaN if it holds no number. */
export function numberOf(form: FormData, name: string): number | undefined {
  return typedNumber(textOf(form, name));
}
