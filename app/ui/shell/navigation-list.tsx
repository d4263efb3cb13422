import { chakra, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { Icon } from "../icons/icon.tsx";
import type { NavigationItem } from "./navigation.ts";

type NavigationListProps = {
  items: readonly NavigationItem[];
  folded?: boolean;
  onNavigate?: () => void;
};

export function NavigationList({ items, folded = false, onNavigate }: NavigationListProps) {
  const { t } = useTranslation();
  return (
    <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="1">
      {items.map((item) => (
        <chakra.li key={item.to} {...(item.back ? { mb: "3" } : {})}>
          <ItemLink asChild>
            <NavLink
              to={item.to}
              end
              {...(onNavigate ? { onClick: onNavigate } : {})}
              {...(folded ? { "aria-label": t(item.label), title: t(item.label) } : {})}
            >
              <Icon
                name={item.icon}
                {...(item.back ? { _rtl: { transform: "scaleX(-1)" } } : {})}
              />
              {!folded && (
                <Text as="span" truncate>
                  {t(item.label)}
                </Text>
              )}
            </NavLink>
          </ItemLink>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

/** Also of the log-out button, which looks like one of them. */
export const ItemLink = chakra("div", {
  base: {
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
  },
});
