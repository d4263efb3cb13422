import { Box, Flex, IconButton, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { BrandMark } from "../icons/brand-mark.tsx";
import { Icon } from "../icons/icon.tsx";
import { LogoutButton } from "./logout-button.tsx";
import type { NavigationItem } from "./navigation.ts";
import { NavigationList } from "./navigation-list.tsx";
import type { SidebarState } from "./sidebar-state.ts";

type SidebarProps = {
  items: readonly NavigationItem[];
  state: SidebarState;
  onToggle: () => void;
};

/** Beside the page from 992 px; below that its content is in the drawer. */
export function Sidebar({ items, state, onToggle }: SidebarProps) {
  const { t } = useTranslation();
  const folded = state === "folded";
  return (
    <Flex
      as="aside"
      display={{ base: "none", lg: "flex" }}
      direction="column"
      flexShrink="0"
      w={folded ? "rail" : "sidebar"}
      transition="width 0.2s"
      position="sticky"
      top="0"
      h="100dvh"
      bg="harbour.bg"
      color="harbour.fg"
      px="3"
      py="4"
      gap="6"
      overflow="hidden"
    >
      <BrandLink folded={folded} />
      <Box as="nav" aria-label={t("navigation.label")} flex="1">
        <NavigationList items={items} folded={folded} />
      </Box>
      <Flex direction="column" gap="1">
        <LogoutButton folded={folded} />
        <IconButton
          variant="plain"
          size="sm"
          alignSelf={folded ? "center" : "flex-end"}
          color="harbour.muted"
          focusRingColor="harbour.sun"
          _hover={{ color: "harbour.fg", bg: "harbour.hover" }}
          aria-label={t(folded ? "navigation.unfold" : "navigation.fold")}
          aria-expanded={!folded}
          onClick={onToggle}
        >
          <Icon name="sidebar" _rtl={{ transform: "scaleX(-1)" }} />
        </IconButton>
      </Flex>
    </Flex>
  );
}

export function BrandLink({ folded = false }: { folded?: boolean }) {
  const { t } = useTranslation();
  return (
    <Flex
      asChild
      align="center"
      gap="2.5"
      px="1"
      borderRadius="md"
      focusVisibleRing="outside"
      focusRingColor="harbour.sun"
    >
      <Link to="/sitelist" aria-label={t("brand")}>
        <BrandMark />
        {!folded && (
          <Text as="span" fontWeight="semibold" fontSize="lg" letterSpacing="tight">
            {t("brand")}
          </Text>
        )}
      </Link>
    </Flex>
  );
}
