export type SidebarState = "open" | "folded";

export const SIDEBAR_COOKIE = "helioport_sidebar";

export function parseSidebar(value: string | null): SidebarState {
  return value === "folded" ? "folded" : "open";
}
