/** Input of a form: the name and value of each field, in the order of the form. */
export type FormDraft = readonly (readonly [name: string, value: string])[];

/** Fields whose values must never be stored, including a password that is shown as text. */
const SECRET = "[type=password], [autocomplete$=-password], [autocomplete=one-time-code]";
const PREFIX = "draft:";

/** Reads the fields that a form would send, without files, secrets and its button. */
export function readDraft(form: HTMLFormElement): FormDraft {
  const secrets = new Set(
    [...form.querySelectorAll<HTMLInputElement>(SECRET)].map(({ name }) => name),
  );
  return [...new FormData(form)].flatMap(([name, value]) =>
    typeof value !== "string" || name === "intent" || secrets.has(name) ? [] : [[name, value]],
  );
}

export function isSameDraft(one: FormDraft, other: FormDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Fills a draft into a form as if it were typed, so that fields controlled by React accept it. */
export function fillForm(form: HTMLFormElement, draft: FormDraft): void {
  const values = Map.groupBy(draft, ([name]) => name);
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && isTick(field)) {
      const isTicked = (values.get(field.name) ?? []).some(([, value]) => value === field.value);
      // A radio button is deselected by selecting another one.
      if (field.checked !== isTicked && (isTicked || field.type === "checkbox")) field.click();
    } else typeInto(field, values);
  }
}

function isTick({ type, name }: HTMLInputElement): boolean {
  return name !== "" && (type === "checkbox" || type === "radio");
}

type TypedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const NOT_TYPED: readonly string[] = ["hidden", "file", "submit", "button", "password"];

function typeInto(field: Element, values: ReadonlyMap<string, readonly (readonly string[])[]>) {
  const isTyped =
    field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement;
  if (!isTyped || NOT_TYPED.includes(field.type) || field.matches(SECRET)) return;
  const [typed] = values.get(field.name) ?? [];
  const value = typed?.[1];
  if (value !== undefined && value !== field.value) type(field, value);
}

/** React overrides `value` on the element and would not notice a change through it. */
function type(field: TypedField, value: string): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
  own?.set?.call(field, value);
  const name = field instanceof HTMLSelectElement ? "change" : "input";
  field.dispatchEvent(new Event(name, { bubbles: true }));
}

/** Drafts last as long as the tab. Without storage, as in some private windows, there are none. */
export function storeDraft(key: string, draft: FormDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(draft));
  } catch {
    // The storage is full or forbidden; the form still works.
  }
}

export function loadDraft(key: string): FormDraft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? "null");
    return Array.isArray(stored) && stored.every(isEntry) ? stored : null;
  } catch {
    return null;
  }
}

/** Deletes all drafts when the user signs out, because another user may use the tab next. */
export function deleteDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Without storage there are no drafts.
  }
}

function isEntry(entry: unknown): entry is [string, string] {
  return (
    Array.isArray(entry) &&
    entry.length === 2 &&
    entry.every((part: unknown) => typeof part === "string")
  );
}
