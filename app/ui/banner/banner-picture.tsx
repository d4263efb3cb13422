import type { ReactNode } from "react";
import { styled } from "#app/theme/styled.tsx";
import type { BannerState } from "./open-state.ts";

type BannerPictureProps = {
  /** Paths of the images; empty for the default banner. */
  images: readonly string[];
  state: BannerState;
  children?: ReactNode;
};

/** Images side by side at the height of a banner (specification, section 2), or a strip of them. */
export function BannerPicture({ images, state, children }: BannerPictureProps) {
  return (
    <Frame data-banner={state}>
      {[...new Set(images)].map((path) => (
        <img key={path} src={path} alt="" />
      ))}
      {children}
    </Frame>
  );
}

const open = { h: "auto", aspectRatio: "1 / 0.2564" };

const Frame = styled("div", {
  position: "relative",
  display: "flex",
  direction: "ltr",
  overflow: "hidden",
  w: "full",
  h: "9",
  // Its buttons are as tall as a finger.
  "@media (pointer: coarse)": { minH: "11" },
  mb: { base: "3", lg: "4" },
  borderRadius: "xl",
  bg: "url(/banner.svg) center / cover",
  _dark: { bg: "url(/banner-dark.svg) center / cover" },
  "&[data-banner=auto]": { lg: open },
  "&[data-banner=open]": open,
  "& > img": { position: "relative", flex: "1", minW: "0", h: "full", objectFit: "cover" },
});
