import { typedNumber } from "../typed-number.ts";

/** Reads the form of a request; a body that is no form is treated as an empty form. */
export function readForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData());
}

/** Reads a form and returns a function that looks up the text of a field. */
export async function readTexts(request: Request): Promise<(name: string) => string> {
  const form = await readForm(request);
  return (name) => textOf(form, name);
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

/** All text fields of a form except those that are excluded. */
export function typedIn(
  form: FormData,
  unless: readonly string[] = [],
): Readonly<Record<string, string>> {
  const names = [...new Set(form.keys())].filter((name) => !unless.includes(name));
  return Object.fromEntries(names.map((name) => [name, textOf(form, name)]));
}
