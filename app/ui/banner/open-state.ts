import { YEAR_S } from "#domain/units/durations.ts";
/** Whether somebody wants to see banners; "auto" as long as nobody has said: on a wide window they do. */
export type BannerState = "open" | "closed" | "auto";

/** The same name in the browser's own store (specification, section 2) and in a cookie, for the server's sake. */
export const OPEN_BANNER = "openbanner";

export function parseBannerState(value: string | null): BannerState {
  if (value === "1") return "open";
  return value === "0" ? "closed" : "auto";
}

/** What the browser remembers; where it may not remember anything nobody has said. */
export function recallBannerState(): BannerState {
  try {
    return parseBannerState(localStorage.getItem(OPEN_BANNER));
  } catch {
    return "auto";
  }
}

export function keepBannerState(isOpen: boolean): void {
  const value = isOpen ? "1" : "0";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${OPEN_BANNER}=${value}; path=/; max-age=${YEAR_S}; samesite=lax`;
  try {
    localStorage.setItem(OPEN_BANNER, value);
  } catch {
    // The cookie remembers it.
  }
}
