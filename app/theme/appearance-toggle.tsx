import { YEAR_S } from "#domain/units/durations.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { APPEARANCE_COOKIE } from "./appearance.ts";
import { styleOf } from "./fixed-class.ts";
import { styled } from "./styled.tsx";
import { useDark } from "./use-dark.ts";

export function AppearanceToggle() {
  const { t } = useTranslation();
  const dark = useDark();
  return (
    <Toggle
      type="button"
      aria-label={t(dark ? "appearance.useLight" : "appearance.useDark")}
      onClick={() => choose(dark ? "light" : "dark")}
    >
      <Icon name={dark ? "sun" : "moon"} />
    </Toggle>
  );
}

const Toggle = styled("button", styleOf("button", { variant: "ghost", size: "sm" }), {
  colorPalette: "gray",
  px: "0",
  py: "0",
  _icon: { fontSize: "1.2em" },
});

function choose(appearance: "light" | "dark"): void {
  const { classList } = document.documentElement;
  classList.remove("light", "dark");
  classList.add(appearance);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${APPEARANCE_COOKIE}=${appearance}; path=/; max-age=${YEAR_S}; samesite=lax`;
}
