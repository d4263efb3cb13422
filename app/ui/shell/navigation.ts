import type { ParseKeys } from "i18next";
import type { IconName } from "../icons/icon-paths-data.ts";

/** An entry of the menu. */
export type NavigationItem = {
  to: string;
  icon: IconName;
  label: ParseKeys<"common">;
  /** The way back out: drawn apart from the pages. */
  back?: boolean;
};

export const OUTER_ITEMS: readonly NavigationItem[] = [
  { to: "/sitelist", icon: "list", label: "navigation.siteList" },
];

/** The pages of one site; `search` carries its key and role. */
export function innerItems(search: string): readonly NavigationItem[] {
  return [
    { to: "/sitelist", icon: "back", label: "navigation.back", back: true },
    { to: `/realtime${search}`, icon: "pulse", label: "navigation.realtime" },
  ];
}
