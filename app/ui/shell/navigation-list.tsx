import type { SystemStyleObject } from "@chakra-ui/react";
import { useLocation } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "../icons/icon.tsx";
import { useClientNavigation } from "../use-client-navigation.ts";
import type { NavigationItem } from "./navigation.ts";
import { UnreadBadge } from "./unread-badge.tsx";

type NavigationListProps = {
  items: readonly NavigationItem[];
  folded?: boolean;
  onNavigate?: () => void;
};

export function NavigationList({ items, folded = false, onNavigate }: NavigationListProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const follow = useClientNavigation();
  return (
    <List
      onClick={(event) => {
        follow(event);
        if (event.defaultPrevented) onNavigate?.();
      }}
    >
      {items.map(({ page, ...item }) => (
        <li key={item.to} data-back={item.back}>
          <ItemLink
            href={pathname === page ? page : item.to}
            aria-current={isWithin(pathname, page ?? item.to) ? "page" : undefined}
            {...(folded ? { "aria-label": nameOf(item, t), title: t(item.label) } : {})}
          >
            <Icon name={item.icon} mirrored={item.back ?? false} />
            {!folded && <span>{t(item.label)}</span>}
            {item.unread ? (
              <UnreadBadge count={item.unread} corner={folded} label={item.unreadLabel} />
            ) : null}
          </ItemLink>
        </li>
      ))}
    </List>
  );
}

/** Whether the current page has this address or one below it. */
function isWithin(pathname: string, address: string): boolean {
  // An anchor on a page is not the page.
  if (address.includes("#")) return false;
  const [page = ""] = address.split("?");
  return pathname === page || pathname.startsWith(`${page}/`);
}

type Texts = ReturnType<typeof useTranslation>["t"];

/** Accessible name of an entry whose label is hidden. */
function nameOf({ label, unread, unreadLabel }: NavigationItem, t: Texts): string {
  if (!unread) return t(label);
  const text = t(unreadLabel ?? "navigation.unread", { count: unread });
  const values = { label: t(label), unread: text };
  return t("navigation.withUnread", values);
}

const List = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexDirection: "column",
  gap: "1",
  "& > [data-back]": { mb: "3" },
});

/** Also used by the sign-out button, which looks like an entry. */
export const itemStyles: SystemStyleObject = {
  position: "relative",
  display: "flex",
  alignItems: "center",
  gap: "3",
  w: "full",
  minH: "10",
  px: "2.5",
  borderRadius: "md",
  textStyle: "sm",
  fontWeight: "medium",
  color: "harbour.muted",
  textAlign: "start",
  cursor: "pointer",
  focusVisibleRing: "inside",
  focusRingWidth: "2px",
  focusRingColor: "harbour.sun",
  transition: "background 0.15s, color 0.15s",
  _hover: { bg: "harbour.hover", color: "harbour.fg" },
  _currentPage: {
    bg: "harbour.active",
    color: "harbour.fg",
    "& svg": { color: "harbour.sun" },
  },
  "& > span": { truncate: true },
};

const ItemLink = styled("a", itemStyles);
