import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { styled } from "../theme/styled.tsx";
import { useClientNavigation } from "./use-client-navigation.ts";

type PageTabsProps = {
  /** Accessible name of the tabs. */
  label: string;
  tabs: readonly { path: string; text: string }[];
  /** Query that all links carry. */
  search: string;
  /** Names of the fields of the present address that all links carry, too. */
  carried?: readonly string[];
};

const NONE: readonly string[] = [];

/** Links between sibling pages; not ARIA tabs, because each is a page of its own. */
export function PageTabs({ label, tabs, search, carried = NONE }: PageTabsProps) {
  const { pathname, search: present } = useLocation();
  // A page may have written into its own address since the links were rendered.
  const follow = useClientNavigation(undefined, (href) => {
    const [path = "", query = ""] = href.split("?");
    return path + carryFields(query, location.search, carried);
  });
  const query = carryFields(search, present, carried);
  const list = useRef<HTMLUListElement>(null);
  // In a narrow window the row scrolls so that the current page is in view.
  useEffect(() => {
    const row = list.current;
    const present = row?.querySelector(`[href^="${pathname}"]`)?.getBoundingClientRect();
    if (!row || !present) return;
    const { left, right } = row.getBoundingClientRect();
    // `scrollIntoView` would also move the start of the tab order beyond the skip link.
    row.scrollLeft += Math.min(0, present.left - left) + Math.max(0, present.right - right);
  }, [pathname]);
  return (
    <nav aria-label={label}>
      <List ref={list} onClick={follow}>
        {tabs.map(({ path, text }) => (
          <li key={path}>
            <a href={path + query} aria-current={pathname === path ? "page" : undefined}>
              {text}
            </a>
          </li>
        ))}
      </List>
    </nav>
  );
}

/** Returns a query with the named fields of another one in place of its own. */
function carryFields(query: string, present: string, names: readonly string[]): string {
  if (names.length === 0) return query === "" || query.startsWith("?") ? query : `?${query}`;
  const params = new URLSearchParams(query);
  const given = new URLSearchParams(present);
  for (const name of names) {
    const value = given.get(name);
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return `?${params}`;
}

const List = styled("ul", {
  listStyleType: "none",
  display: "flex",
  gap: "1",
  overflowX: "auto",
  scrollbarWidth: "none",
  borderBottomWidth: "1px",
  borderColor: "border",
  "& a": {
    display: "block",
    px: { base: "2.5", sm: "3" },
    py: "2.5",
    "@media (pointer: coarse)": { py: "3", minW: "11", textAlign: "center" },
    mb: "-1px",
    whiteSpace: "nowrap",
    textStyle: "sm",
    fontWeight: "medium",
    color: "fg.muted",
    borderBottomWidth: "2px",
    borderColor: "transparent",
    focusVisibleRing: "inside",
    _hover: { color: "fg" },
    _currentPage: { color: "fg", borderColor: "brand.solid" },
  },
});
