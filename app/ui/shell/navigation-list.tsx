import type { SystemStyleObject } from "@chakra-ui/react";
import { NavLink } from "react-router";
import { useTranslation } from "../../i18n/use-translation.ts";
import { styled } from "../../theme/styled.tsx";
import { Icon } from "../icons/icon.tsx";
import type { NavigationItem } from "./navigation.ts";
import { UnreadBadge } from "./unread-badge.tsx";

type NavigationListProps = {
  items: readonly NavigationItem[];
  folded?: boolean;
  onNavigate?: () => void;
};

export function NavigationList({ items, folded = false, onNavigate }: NavigationListProps) {
  const { t } = useTranslation();
  return (
    <List>
      {items.map((item) => (
        <li key={item.to} data-back={item.back}>
          <ItemLink
            to={item.to}
            {...(onNavigate ? { onClick: onNavigate } : {})}
            {...(folded ? { "aria-label": nameOf(item, t), title: t(item.label) } : {})}
          >
            <Icon name={item.icon} mirrored={item.back ?? false} />
            {!folded && <span>{t(item.label)}</span>}
            {item.unread ? <UnreadBadge count={item.unread} corner={folded} /> : null}
          </ItemLink>
        </li>
      ))}
    </List>
  );
}

type Texts = ReturnType<typeof useTranslation>["t"];

/** Where the label is not to be seen. */
function nameOf({ label, unread }: NavigationItem, t: Texts): string {
  return unread ? `${t(label)}, ${t("navigation.unread", { count: unread })}` : t(label);
}

const List = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexDirection: "column",
  gap: "1",
  "& > [data-back]": { mb: "3" },
});

/** Also of the log-out button, which looks like one of them. */
export const itemLooks: SystemStyleObject = {
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

const ItemLink = styled(NavLink, itemLooks);
