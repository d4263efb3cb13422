import type { ResourceLanguage } from "i18next";

/** "../locales/en/login.json" → namespace "login". */
export function namespacesOf(files: Record<string, unknown>): ResourceLanguage {
  return Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [nameOf(path), texts]),
  ) as ResourceLanguage;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf("."));
}
