/** Light or dark as chosen; "auto" follows the device. */
type Appearance = "light" | "dark" | "auto";

export const APPEARANCE_COOKIE = "helioport_appearance";

export function parseAppearance(value: string | null): Appearance {
  return value === "light" || value === "dark" ? value : "auto";
}

/** Class of `<html>` as far as the server knows it; for "auto" the script below adds it before the first paint. */
export function appearanceClass(appearance: Appearance): string {
  return appearance === "auto" ? "" : appearance;
}

export const AUTO_APPEARANCE_SCRIPT =
  'document.documentElement.classList.add(matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light")';
