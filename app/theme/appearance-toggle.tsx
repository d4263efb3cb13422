import { IconButton, type IconButtonProps } from "@chakra-ui/react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../ui/icons/icon.tsx";
import { APPEARANCE_COOKIE } from "./appearance.ts";

const YEAR_S = 31_536_000;

export function AppearanceToggle(props: Omit<IconButtonProps, "aria-label" | "onClick">) {
  const { t } = useTranslation();
  const dark = useSyncExternalStore(subscribe, isDark, () => false);
  return (
    <IconButton
      variant="ghost"
      size="sm"
      aria-label={t(dark ? "appearance.useLight" : "appearance.useDark")}
      onClick={() => choose(dark ? "light" : "dark")}
      {...props}
    >
      <Icon name={dark ? "sun" : "moon"} />
    </IconButton>
  );
}

const isDark = () => document.documentElement.classList.contains("dark");

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["class"] });
  return () => observer.disconnect();
}

function choose(appearance: "light" | "dark"): void {
  const { classList } = document.documentElement;
  classList.remove("light", "dark");
  classList.add(appearance);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${APPEARANCE_COOKIE}=${appearance}; path=/; max-age=${YEAR_S}; samesite=lax`;
}
