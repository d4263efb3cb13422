/** The forms of the page that may hold something unsaved. */
type WatchedForm = {
  /** Whether it differs from what was saved last. */
  isDirty(): boolean;
  /** Whether it began with a draft of an earlier visit. */
  wasRestored(): boolean;
  /** Puts it back to what was saved last and deletes its draft. */
  discard(): void;
};

const forms = new Set<WatchedForm>();
const listeners = new Set<() => void>();

/** @returns the end of watching it */
export function watchForm(form: WatchedForm): () => void {
  forms.add(form);
  return () => {
    forms.delete(form);
    notifyForms();
  };
}

export function hasUnsavedForms(): boolean {
  return [...forms].some((form) => form.isDirty());
}

export function hasRestoredForms(): boolean {
  return [...forms].some((form) => form.wasRestored());
}

export function discardForms(): void {
  for (const form of forms) form.discard();
}

/** One of the forms may be dirty, restored or saved now. */
export function notifyForms(): void {
  for (const listener of listeners) listener();
}

export function subscribeToForms(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
