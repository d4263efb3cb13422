import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "../icons/icon.tsx";
import { LanguageChoices, useLanguageName } from "../language-menu.tsx";
import { MenuPanel } from "../menu-panel.tsx";
import { itemStyles } from "./navigation-list.tsx";

/** Entry of the sidebar that opens the dialog of the languages, also without scripts. */
export function LanguageItem({ folded = false }: { folded?: boolean }) {
  const { t } = useTranslation();
  const name = useLanguageName();
  const id = useId();
  return (
    <>
      <Item type="button" popoverTarget={id} aria-label={t("language.menu", { name })}>
        <Icon name="language" />
        {!folded && <span>{name}</span>}
      </Item>
      <Panel id={id} popover="auto" role="dialog" aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>{t("language.title")}</h2>
        <LanguageChoices />
      </Panel>
    </>
  );
}

const Item = styled("button", itemStyles);

/** In the middle of the window instead of at its button. */
const Panel = styled(MenuPanel, {
  "&&": { inset: "0", m: "auto", positionArea: "none" },
  w: "72",
  h: "fit-content",
  p: "4",
  "& > h2": { px: "3", pb: "2", textStyle: "md", fontWeight: "semibold" },
  "&::backdrop": { bg: "blackAlpha.500" },
});
