import { type RefObject, useCallback, useEffect, useRef } from "react";
import { useLocation, useMatches } from "react-router";
import {
  type FormDraft,
  fillForm,
  isSameDraft,
  loadDraft,
  readDraft,
  storeDraft,
} from "./form-draft.ts";
import { notifyForms, watchForm } from "./unsaved-forms.ts";

/** Events by which a user, and not the page itself, changes a form. */
const TOUCHES = ["input", "change", "pointerdown", "keydown"] as const;

/**
 * Stores the input of a form in the tab until it is saved, by user and page; passwords are never stored. A draft of an
 * earlier visit, for example of one that ended with the session, is restored.
 *
 * @param name name of the form, unique on its page; null for a form that is not watched
 * @param isStored false for a form that only asks before it is left
 * @returns a function that marks the present values as saved
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  name: string | null,
  isStored = true,
): () => void {
  const key = useDraftKey(name);
  const settle = useRef<() => void>(undefined);
  useEffect(() => {
    const element = form.current;
    if (element === null || key === null) return;
    const watched = new DraftedForm(element, isStored ? key : null);
    settle.current = () => watched.settle();
    return () => watched.stop();
  }, [form, key, isStored]);
  return useCallback(() => settle.current?.(), []);
}

class DraftedForm {
  readonly #form: HTMLFormElement;
  /** Storage key of the draft; null if drafts are not stored. */
  readonly #key: string | null;
  readonly #stop: () => void;
  #saved: FormDraft;
  #isTouched = false;
  #isRestored = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(form: HTMLFormElement, key: string | null) {
    this.#form = form;
    this.#key = key;
    this.#saved = readDraft(form);
    const draft = key === null ? null : loadDraft(key);
    if (draft !== null && !isSameDraft(draft, this.#saved)) {
      fillForm(form, draft);
      this.#isTouched = true;
      this.#isRestored = true;
    }
    const touch = () => {
      this.#isTouched = true;
      this.#keepSoon();
    };
    const settle = () => this.settle();
    for (const event of TOUCHES) form.addEventListener(event, touch);
    form.addEventListener("reset", settle);
    const unwatch = watchForm({
      isDirty: () => this.#isDirty(),
      wasRestored: () => this.#isRestored,
      discard: () => this.#discard(),
    });
    this.#stop = () => {
      for (const event of TOUCHES) form.removeEventListener(event, touch);
      form.removeEventListener("reset", settle);
      unwatch();
    };
    this.#keepSoon();
  }

  /**
   * Marks the form's current values as saved. It runs after the event, when a reset and React's rendering have taken
   * effect.
   */
  settle(): void {
    clearTimeout(this.#timer);
    this.#isTouched = false;
    this.#isRestored = false;
    this.#store(null);
    this.#timer = setTimeout(() => {
      this.#saved = readDraft(this.#form);
      notifyForms();
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stop();
  }

  #isDirty(): boolean {
    return this.#isTouched && !isSameDraft(readDraft(this.#form), this.#saved);
  }

  #discard(): void {
    if (this.#isDirty()) fillForm(this.#form, this.#saved);
    this.#store(null);
    this.#isTouched = false;
    this.#isRestored = false;
    clearTimeout(this.#timer);
    notifyForms();
  }

  #store(draft: FormDraft | null): void {
    if (this.#key !== null) storeDraft(this.#key, draft);
  }

  /** Runs after React has rendered the effects of the event. */
  #keepSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#store(this.#isDirty() ? readDraft(this.#form) : null);
      notifyForms();
    });
  }
}

/** Key of the user and the page: a draft never appears for another user or at another site. */
export function useDraftKey(name: string | null): string | null {
  const { pathname, search } = useLocation();
  const person = useMatches()
    .map(({ loaderData }) => (loaderData as { person?: { id?: number } } | undefined)?.person?.id)
    .find((id) => id !== undefined);
  if (name === null || person === undefined) return null;
  return [person, pathname, new URLSearchParams(search).get("key") ?? "", name].join(" ");
}
