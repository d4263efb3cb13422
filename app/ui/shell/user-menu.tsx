import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Icon } from "../icons/icon.tsx";
import { useLogoutAction } from "./use-logout-action.ts";

/** The browser's own popover: it closes by Escape and by a click elsewhere, and gives the focus back. */
export function UserMenu({ name }: { name: string }) {
  const { t } = useTranslation();
  const logout = useLogoutAction();
  const id = useId();
  const shown = name.trim() === "" ? t("user.fallbackName") : name;
  return (
    <>
      <Button
        variant="ghost"
        colorPalette="gray"
        size="sm"
        px={{ base: "1.5", md: "2.5" }}
        popoverTarget={id}
        aria-label={t("user.menu", { name: shown })}
      >
        <Initial name={shown} />
        <Text as="span" display={{ base: "none", md: "inline" }} maxW="40" truncate>
          {shown}
        </Text>
        <Icon name="down" size="0.9em" color="fg.subtle" />
      </Button>
      <Panel id={id} popover="auto">
        <Box
          px="3"
          py="2"
          mb="1"
          borderBottomWidth="1px"
          fontWeight="medium"
          overflowWrap="anywhere"
        >
          {shown}
        </Box>
        <Form method="post" action={logout}>
          <Item type="submit">
            <Icon name="logout" _rtl={{ transform: "scaleX(-1)" }} />
            {t("user.logout")}
          </Item>
        </Form>
      </Panel>
    </>
  );
}

const Panel = chakra("div", {
  base: {
    position: "fixed",
    inset: "auto",
    top: "13",
    insetEnd: { base: "3", lg: "8" },
    m: "0",
    p: "1.5",
    minW: "52",
    maxW: "72",
    bg: "bg.raised",
    color: "fg",
    borderWidth: "1px",
    borderRadius: "lg",
    boxShadow: "lg",
    textStyle: "sm",
  },
});

const Item = chakra("button", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2.5",
    w: "full",
    px: "3",
    py: "2",
    borderRadius: "md",
    textAlign: "start",
    cursor: "pointer",
    focusVisibleRing: "inside",
    focusRingWidth: "2px",
    _hover: { bg: "bg.hover" },
  },
});

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
