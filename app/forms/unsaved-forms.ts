/** A form of the page that may hold unsaved changes. */
type WatchedForm = {
  /** Whether it differs from the last saved state. */
  isDirty(): boolean;
  /** Whether it started with a draft of an earlier visit. */
  wasRestored(): boolean;
  /** Restores the last saved state and deletes the draft. */
  discard(): void;
};

const forms = new Set<WatchedForm>();
const listeners = new Set<() => void>();

/**
 * Registers a form.
 * @returns a function that removes it
 */
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

/** Notifies subscribers that a form may have become dirty, restored or saved. */
export function notifyForms(): void {
  for (const listener of listeners) listener();
}

export function subscribeToForms(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
