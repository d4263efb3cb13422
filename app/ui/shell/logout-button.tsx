import { Form } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "../icons/icon.tsx";
import { itemStyles } from "./navigation-list.tsx";
import { useLogoutAction } from "./use-logout-action.ts";

/** A form, so that it works before hydration and so that a link cannot sign the user out. */
export function LogoutButton({ folded = false }: { folded?: boolean }) {
  const { t } = useTranslation();
  return (
    <Form method="post" action={useLogoutAction()}>
      <Item type="submit" {...(folded ? { "aria-label": t("user.logout") } : {})}>
        <Icon name="logout" mirrored />
        {!folded && <span>{t("user.logout")}</span>}
      </Item>
    </Form>
  );
}

const Item = styled("button", itemStyles);
