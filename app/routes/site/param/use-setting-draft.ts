import { useCallback, useEffect, useRef, useState } from "react";
import { loadDraft, storeDraft } from "#app/forms/form-draft.ts";
import { notifyForms, watchForm } from "#app/forms/unsaved-forms.ts";
import { useDraftKey } from "#app/forms/use-draft.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { Setting } from "./setting.ts";
import { type Draft, type DraftEntry, typeInto } from "./setting-draft.ts";

/**
 * Holds the input of one piece of equipment until it is submitted. It is stored in the tab, without secrets, so that it
 * survives the way to another section or piece of equipment and a lost connection.
 */
export function useSettingDraft(device: string, settings: readonly Setting[]) {
  const key = useDraftKey(`settings ${device}`);
  const [draft, setDraft] = useState<Draft>({});
  const present = useRef<Draft>({});
  const isRestored = useRef(false);
  const known = useRef(settings);
  known.current = settings;

  const change = useCallback(
    (next: Draft) => {
      present.current = next;
      setDraft(next);
      if (key !== null) storeDraft(key, toStored(next, known.current));
      notifyForms();
    },
    [key],
  );
  const clear = useCallback(
    (addresses?: readonly string[]) => {
      const kept = Object.entries(present.current).filter(
        ([address]) => addresses !== undefined && !addresses.includes(address),
      );
      isRestored.current = false;
      change(Object.fromEntries(kept));
    },
    [change],
  );

  useEffect(() => {
    const stored = key === null ? null : fromStored(loadDraft(key), known.current);
    if (stored !== null && Object.keys(stored).length > 0) {
      isRestored.current = true;
      present.current = stored;
      setDraft(stored);
    }
    const unwatch = watchForm({
      isDirty: () => Object.keys(present.current).length > 0,
      wasRestored: () => isRestored.current,
      discard: () => clear(),
    });
    notifyForms();
    return unwatch;
  }, [key, clear]);

  const type = useCallback(
    (setting: Setting, typed: string) => change(typeInto(present.current, setting, typed)),
    [change],
  );
  /** Bases the input for settings on their present values, after these have changed. */
  const rebase = useCallback(
    (changed: readonly Setting[]) =>
      change({
        ...present.current,
        ...Object.fromEntries(
          changed.flatMap(({ address, value }) => {
            const entry = present.current[address];
            return entry === undefined ? [] : [[address, { ...entry, base: value }]];
          }),
        ),
      }),
    [change],
  );
  return { draft, type, clear, rebase };
}

function toStored(draft: Draft, settings: readonly Setting[]) {
  const secrets = new Set(settings.filter(({ secret }) => secret).map(({ address }) => address));
  const kept = Object.entries(draft).filter(([address]) => !secrets.has(address));
  if (kept.length === 0) return null;
  return kept.map(([address, entry]) => [address, JSON.stringify(entry)] as const);
}

/** Reads a stored draft; what the equipment no longer has is left out. */
function fromStored(stored: ReturnType<typeof loadDraft>, settings: readonly Setting[]): Draft {
  const addresses = new Set(settings.map(({ address }) => address));
  return Object.fromEntries(
    (stored ?? []).flatMap(([address, text]) => {
      const entry = addresses.has(address) ? readEntry(text) : null;
      return entry === null ? [] : [[address, entry]];
    }),
  );
}

function readEntry(text: string): DraftEntry | null {
  try {
    const { typed, base } = JSON.parse(text) as { typed?: unknown; base?: unknown };
    const isValue = base === null || typeof base === "number" || typeof base === "string";
    return typeof typed === "string" && isValue ? { typed, base: base as RegisterValue } : null;
  } catch {
    return null;
  }
}
