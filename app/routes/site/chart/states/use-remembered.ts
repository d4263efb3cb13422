import { useEffect, useState } from "react";

/**
 * A choice that is stored on this device and known after hydration. In a browser without storage it lasts for this
 * visit.
 * @param read parses the stored text; null if there is none or it is malformed
 */
export function useRemembered<Value>(
  name: string,
  usual: Value,
  read: (kept: unknown) => Value | null,
): [Value, (next: Value) => void] {
  const [value, setValue] = useState(usual);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stored text is read once
  useEffect(() => setValue(recall(name, read) ?? usual), [name]);
  const keep = (next: Value) => {
    setValue(next);
    try {
      localStorage.setItem(name, JSON.stringify(next));
    } catch {
      // Without storage the choice lasts for this visit.
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
