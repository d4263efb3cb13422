/** Puts another function in the place of a method. Returns what takes it back. */
export function patch<Target extends object, Name extends keyof Target>(
  target: Target,
  name: Name,
  replace: (original: Target[Name]) => Target[Name],
): () => void {
  const original = target[name];
  target[name] = replace(original);
  return () => {
    target[name] = original;
  };
}
