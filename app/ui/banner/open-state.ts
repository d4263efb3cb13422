import { YEAR_S } from "#domain/units/durations.ts";
/** Whether the user wants to see banners; "auto" without a choice: open in a wide window. */
export type BannerState = "open" | "closed" | "auto";

/** Name of the entry in the browser's storage (specification, section 2) and of the cookie, which the server reads. */
export const OPEN_BANNER = "openbanner";

export function parseBannerState(value: string | null): BannerState {
  if (value === "1") return "open";
  return value === "0" ? "closed" : "auto";
}

/** State that the browser stored; "auto" if it stores nothing. */
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
    // The cookie stores it.
  }
}
