import { Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Icon } from "../icons/icon.tsx";
import { ItemLink } from "./navigation-list.tsx";
import { useLogoutAction } from "./use-logout-action.ts";

/** A form, so that it also works before the page is hydrated, and so that no link can log somebody out. */
export function LogoutButton({ folded = false }: { folded?: boolean }) {
  const { t } = useTranslation();
  return (
    <Form method="post" action={useLogoutAction()}>
      <ItemLink asChild>
        <button type="submit" {...(folded ? { "aria-label": t("user.logout") } : {})}>
          <Icon name="logout" _rtl={{ transform: "scaleX(-1)" }} />
          {!folded && <Text as="span">{t("user.logout")}</Text>}
        </button>
      </ItemLink>
    </Form>
  );
}
