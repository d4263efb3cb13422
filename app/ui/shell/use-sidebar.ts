import { useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";
import { YEAR_S } from "#domain/units/durations.ts";
import { SIDEBAR_COOKIE, type SidebarState } from "./sidebar-state.ts";

/** Whether the sidebar is open or folded, stored for the next visit. */
export function useSidebar(): { state: SidebarState; toggle: () => void } {
  const remembered = useRouteLoaderData<typeof loader>("root")?.sidebar ?? "open";
  const [state, setState] = useState(remembered);
  const toggle = () => {
    const next = state === "open" ? "folded" : "open";
    setState(next);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = `${SIDEBAR_COOKIE}=${next}; path=/; max-age=${YEAR_S}; samesite=lax`;
  };
  return { state, toggle };
}
