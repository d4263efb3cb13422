import { type MouseEvent, useId } from "react";
import { Form, Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styleOf } from "#app/theme/fixed-class.ts";
import { styled } from "#app/theme/styled.tsx";
import { Avatar } from "../avatar/avatar.tsx";
import { Icon } from "../icons/icon.tsx";
import { MenuItem, MenuPanel, menuItemStyles } from "../menu-panel.tsx";
import type { ShellUser } from "./shell-user.ts";
import { useLogoutAction } from "./use-logout-action.ts";

/** Menu with the user's name, a link to their account, and sign-out. */
export function UserMenu({ person: { name, header, demo } }: { person: ShellUser }) {
  const { t } = useTranslation();
  const logout = useLogoutAction();
  const id = useId();
  const shown = name.trim() === "" ? t("user.fallbackName") : name;
  return (
    <>
      <Opener type="button" popoverTarget={id} aria-label={t("user.menu", { name: shown })}>
        <Avatar header={header} name={shown} />
        <span data-name dir="auto">
          {shown}
        </span>
        <Icon name="down" size="0.9em" />
      </Opener>
      <MenuPanel id={id} popover="auto">
        <Who>{shown}</Who>
        {!demo && (
          <ItemLink to="/user" onClick={closePanel}>
            <Icon name="user" />
            {t("navigation.user")}
          </ItemLink>
        )}
        <Form method="post" action={logout}>
          <MenuItem type="submit">
            <Icon name="logout" mirrored />
            {t("user.logout")}
          </MenuItem>
        </Form>
      </MenuPanel>
    </>
  );
}

/** Client navigation does not replace the document, which would close the panel. */
function closePanel({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
}

const Opener = styled("button", styleOf("button", { variant: "ghost", size: "sm" }), {
  colorPalette: "gray",
  px: { base: "1.5", md: "2.5" },
  "& [data-name]": { display: { base: "none", md: "inline" }, maxW: "40", truncate: true },
  "& svg": { color: "fg.subtle" },
});

const Who = styled("div", {
  px: "3",
  py: "2",
  mb: "1",
  borderBottomWidth: "1px",
  fontWeight: "medium",
  overflowWrap: "anywhere",
});

const ItemLink = styled(Link, menuItemStyles);
