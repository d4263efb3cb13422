import type { SystemStyleObject } from "@chakra-ui/react";
import { type MouseEvent, useId } from "react";
import { Form, Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.ts";
import { looksOf, styled } from "../../theme/styled.tsx";
import { Avatar } from "../avatar.tsx";
import { Icon } from "../icons/icon.tsx";
import type { ShellPerson } from "./shell-person.ts";
import { useLogoutAction } from "./use-logout-action.ts";

/** The browser's own popover: it closes by Escape and by a click elsewhere, and gives the focus back. */
export function UserMenu({ person: { name, header, demo } }: { person: ShellPerson }) {
  const { t } = useTranslation();
  const logout = useLogoutAction();
  const id = useId();
  const shown = name.trim() === "" ? t("user.fallbackName") : name;
  return (
    <>
      <Opener type="button" popoverTarget={id} aria-label={t("user.menu", { name: shown })}>
        <Avatar header={header} name={shown} />
        <span data-name>{shown}</span>
        <Icon name="down" size="0.9em" />
      </Opener>
      <Panel id={id} popover="auto">
        <div>{shown}</div>
        {!demo && (
          <ItemLink to="/user" onClick={closePanel}>
            <Icon name="user" />
            {t("navigation.user")}
          </ItemLink>
        )}
        <Form method="post" action={logout}>
          <Item type="submit">
            <Icon name="logout" mirrored />
            {t("user.logout")}
          </Item>
        </Form>
      </Panel>
    </>
  );
}

/** The page may come without a new document, which would close it by itself. */
function closePanel({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
}

const Opener = styled("button", looksOf("button", { variant: "ghost", size: "sm" }), {
  colorPalette: "gray",
  px: { base: "1.5", md: "2.5" },
  "& [data-name]": { display: { base: "none", md: "inline" }, maxW: "40", truncate: true },
  "& svg": { color: "fg.subtle" },
});

const Panel = styled("div", {
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
  "& > div": {
    px: "3",
    py: "2",
    mb: "1",
    borderBottomWidth: "1px",
    fontWeight: "medium",
    overflowWrap: "anywhere",
  },
});

const itemLooks: SystemStyleObject = {
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
};

const Item = styled("button", itemLooks);
const ItemLink = styled(Link, itemLooks);
