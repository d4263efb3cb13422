import { Box, Flex, IconButton } from "@chakra-ui/react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { AppearanceToggle } from "../../theme/appearance-toggle.tsx";
import { Icon } from "../icons/icon.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import type { NavigationItem } from "./navigation.ts";
import { UserMenu } from "./user-menu.tsx";

const NavigationDrawer = lazy(() => import("./navigation-drawer.tsx"));

type TopBarProps = { items: readonly NavigationItem[]; userName: string; aside?: ReactNode };

export function TopBar({ items, userName, aside }: TopBarProps) {
  const { t } = useTranslation();
  const [drawer, setDrawer] = useState<"unused" | "open" | "closed">("unused");
  return (
    <Flex
      as="header"
      align="center"
      gap={{ base: "1", lg: "3" }}
      minH="14"
      px={{ base: "3", lg: "8" }}
      bg="bg.panel"
      borderBottomWidth="1px"
      position="sticky"
      top="0"
      zIndex="sticky"
    >
      <IconButton
        display={{ base: "inline-flex", lg: "none" }}
        variant="ghost"
        colorPalette="gray"
        size="sm"
        aria-label={t("navigation.open")}
        aria-expanded={drawer === "open"}
        onClick={() => setDrawer("open")}
      >
        <Icon name="menu" />
      </IconButton>
      <Box flex="1" minW="0">
        <Breadcrumbs />
      </Box>
      {aside}
      <AppearanceToggle colorPalette="gray" />
      <UserMenu name={userName} />
      {drawer !== "unused" && (
        <Suspense>
          <NavigationDrawer
            items={items}
            open={drawer === "open"}
            onClose={() => setDrawer("closed")}
          />
        </Suspense>
      )}
    </Flex>
  );
}
