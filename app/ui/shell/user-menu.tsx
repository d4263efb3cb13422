import { Box, Button, Flex, Menu, Portal, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useSubmit } from "react-router";
import { Icon } from "../icons/icon.tsx";
import { useLogoutAction } from "./use-logout-action.ts";

export function UserMenu({ name }: { name: string }) {
  const { t } = useTranslation();
  const submit = useSubmit();
  const logout = useLogoutAction();
  const shown = name.trim() === "" ? t("user.fallbackName") : name;
  return (
    <Menu.Root
      positioning={{ placement: "bottom-end" }}
      onSelect={({ value }) => {
        if (value === "logout") submit(null, { method: "post", action: logout });
      }}
    >
      <Menu.Trigger asChild>
        <Button
          variant="ghost"
          colorPalette="gray"
          size="sm"
          px={{ base: "1.5", md: "2.5" }}
          aria-label={t("user.menu", { name: shown })}
        >
          <Initial name={shown} />
          <Text as="span" display={{ base: "none", md: "inline" }} maxW="40" truncate>
            {shown}
          </Text>
          <Icon name="down" size="0.9em" color="fg.subtle" />
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content minW="48">
            <Box px="2" py="1.5" mb="1" borderBottomWidth="1px" textStyle="sm">
              <Text fontWeight="medium" wordBreak="break-word">
                {shown}
              </Text>
            </Box>
            <Menu.Item value="logout" py="2" cursor="pointer">
              <Icon name="logout" _rtl={{ transform: "scaleX(-1)" }} />
              {t("user.logout")}
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}

function Initial({ name }: { name: string }) {
  return (
    <Flex
      as="span"
      aria-hidden
      w="7"
      h="7"
      align="center"
      justify="center"
      borderRadius="full"
      bg="brand.subtle"
      color="brand.fg"
      fontWeight="semibold"
      textStyle="xs"
    >
      {[...name][0]?.toLocaleUpperCase()}
    </Flex>
  );
}
