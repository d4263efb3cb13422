import { chakra } from "@chakra-ui/react";
import { Suspense, useEffect, useState } from "react";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Banner } from "#domain/users/banner.ts";
import { Icon } from "../icons/icon.tsx";
import { lazyComponent } from "../lazy-component.tsx";
import type { EditorPhoto } from "./banner-editor.tsx";
import { BannerTitle } from "./banner-title.tsx";
import { type BannerState, keepBannerState, recallBannerState } from "./open-state.ts";

const BannerEditor = lazyComponent(() => import("./banner-editor.tsx"));

type BannerStripProps = {
  banner: Banner;
  state: BannerState;
  onState: (state: BannerState) => void;
  mayEdit: boolean;
  photo: EditorPhoto;
  action: string;
};

/** Width from which "auto" is open, as in the slot's styles. */
const WIDE = "(min-width: 992px)";

/** The banner in its slot, with buttons that open, close and edit it. */
export default function BannerStrip(props: BannerStripProps) {
  const { banner, state, onState, mayEdit, photo, action } = props;
  usePageTexts("branding");
  const { t, i18n } = useTranslation("branding");
  const [isEditing, setEditing] = useState<boolean | null>(null);
  const isOpen = useIsOpen(state);
  useEffect(() => {
    const recalled = recallBannerState();
    if (recalled !== "auto") onState(recalled);
  }, [onState]);
  const toggle = () => {
    keepBannerState(!isOpen);
    onState(isOpen ? "closed" : "open");
  };
  const name = t(isOpen ? "banner.hide" : "banner.show");
  return (
    <chakra.section aria-label={t("banner.label")} position="absolute" inset="0" dir={i18n.dir()}>
      {isOpen && <BannerTitle banner={banner} />}
      <Controls>
        {mayEdit && (
          <button
            type="button"
            title={t("banner.edit")}
            aria-label={t("banner.edit")}
            onClick={() => setEditing(true)}
          >
            <Icon name="pencil" size="18px" />
          </button>
        )}
        <button
          type="button"
          title={name}
          aria-label={name}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <Slide data-open={isOpen || undefined}>
            <Icon name="down" size="18px" />
          </Slide>
        </button>
      </Controls>
      {isEditing !== null && (
        <Suspense>
          <BannerEditor
            open={isEditing}
            banner={banner}
            photo={photo}
            action={action}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </chakra.section>
  );
}

/** Follows the width of the window unless the user has chosen a state. */
function useIsOpen(state: BannerState): boolean {
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const query = matchMedia(WIDE);
    const follow = () => setWide(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, []);
  return state === "auto" ? isWide : state === "open";
}

const Controls = chakra("div", {
  base: {
    position: "absolute",
    bottom: "1.5",
    insetEnd: "1.5",
    display: "flex",
    gap: "1.5",
    "& button": {
      position: "relative",
      zIndex: "0",
      display: "flex",
      alignItems: "center",
      justifyContent: "center",
      w: "7",
      h: "6",
      borderRadius: "md",
      color: "veil.ink",
      cursor: "pointer",
      _before: {
        content: '""',
        position: "absolute",
        zIndex: "-1",
        inset: "0",
        borderRadius: "md",
        bg: "veil",
      },
      "&:hover::before": { bg: "veil.hover" },
      _focusVisible: { outline: "2px solid", outlineColor: "veil.ink", outlineOffset: "1px" },
    },
    // A finger presses more than what is drawn.
    "@media (pointer: coarse)": {
      bottom: "0",
      insetEnd: "1",
      gap: "0",
      "& button": {
        w: "11",
        h: "11",
        _before: { inset: "2" },
        _focusVisible: { outlineOffset: "-0.375rem" },
      },
    },
  },
});

const Slide = chakra("span", {
  base: {
    display: "flex",
    transition: "transform 0.2s",
    "&[data-open]": { transform: "rotate(180deg)" },
  },
});
