import { Box, CloseButton, Drawer, Flex, Portal } from "@chakra-ui/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { LanguageItem } from "./language-item.tsx";
import { LogoutButton } from "./logout-button.tsx";
import type { NavigationItem } from "./navigation.ts";
import { NavigationList } from "./navigation-list.tsx";
import { BrandLink } from "./sidebar.tsx";

type NavigationDrawerProps = {
  items: readonly NavigationItem[];
  open: boolean;
  onClose: () => void;
};

/** The sidebar of small windows. Loaded when it is first opened. */
export default function NavigationDrawer({ items, open, onClose }: NavigationDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      placement="start"
      size="xs"
    >
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content bg="harbour.bg" color="harbour.fg" maxW="72">
            <Drawer.Title srOnly>{t("navigation.label")}</Drawer.Title>
            <Flex direction="column" flex="1" px="3" py="4" gap="6">
              <Flex align="center" justify="space-between">
                <BrandLink />
                <Drawer.CloseTrigger asChild position="static">
                  <CloseButton
                    size="sm"
                    color="harbour.muted"
                    focusRingColor="harbour.sun"
                    _hover={{ bg: "harbour.hover", color: "harbour.fg" }}
                    aria-label={t("navigation.close")}
                  />
                </Drawer.CloseTrigger>
              </Flex>
              <Box as="nav" aria-label={t("navigation.label")} flex="1">
                <NavigationList items={items} onNavigate={onClose} />
              </Box>
              <div>
                <LanguageItem />
                <LogoutButton />
              </div>
            </Flex>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}
