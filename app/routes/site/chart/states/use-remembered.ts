import { useEffect, useState } from "react";

/**
 * What somebody chose on this device, known once the page is alive. Where the browser may not remember anything it is
 * chosen for this visit.
 * @param read of what was kept; null where nothing was, or nothing that can be read
 */
export function useRemembered<Value>(
  name: string,
  usual: Value,
  read: (kept: unknown) => Value | null,
): [Value, (next: Value) => void] {
  const [value, setValue] = useState(usual);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, where it is kept
  useEffect(() => setValue(recall(name, read) ?? usual), [name]);
  const keep = (next: Value) => {
    setValue(next);
    try {
      localStorage.setItem(name, JSON.stringify(next));
    } catch {
      // It is chosen for this visit.
    }
  };
  return [value, keep];
}

function recall<Value>(name: string, read: (kept: unknown) => Value | null): Value | null {
  try {
    return read(JSON.parse(localStorage.getItem(name) ?? "null"));
  } catch {
    return null;
  }
}
