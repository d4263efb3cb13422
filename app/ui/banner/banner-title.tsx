import type { CSSProperties } from "react";
import { styled } from "#app/theme/styled.tsx";
import type { Banner } from "#domain/users/banner.ts";

const PLACES = ["start", "center", "end"];

/** CSS row and column of one of the nine positions. Left is left in every language, as in the image. */
function placeOf(position: number) {
  return { row: PLACES[Math.floor(position / 3)], column: PLACES[position % 3] };
}

type BannerTitleProps = {
  banner: Omit<Banner, "bannerImages">;
  /** Whether it is shown as on a phone in a window of any width. */
  asPhone?: boolean;
};

/** Positioned above the images. */
export function BannerTitle({ banner, asPhone }: BannerTitleProps) {
  const { bannerText, textPosition, textPositionPhone = textPosition } = banner;
  if (bannerText === "") return null;
  const phone = placeOf(textPositionPhone);
  const wide = asPhone ? phone : placeOf(textPosition);
  const style = {
    "--row": wide.row,
    "--column": wide.column,
    "--row-phone": phone.row,
    "--column-phone": phone.column,
  } as CSSProperties;
  return (
    <Title
      style={style}
      data-place={asPhone ? textPositionPhone : textPosition}
      data-phone={asPhone}
    >
      <p dir="auto">{bannerText}</p>
    </Title>
  );
}

const Title = styled("div", {
  position: "absolute",
  inset: { base: "2", md: "4" },
  display: "flex",
  direction: "ltr",
  alignItems: { base: "var(--row-phone)", lg: "var(--row)" },
  justifyContent: { base: "var(--column-phone)", lg: "var(--column)" },
  pointerEvents: "none",
  "& > p": {
    maxW: { base: "full", md: "75%" },
    px: { base: "2", md: "3.5" },
    py: { base: "0.5", md: "1.5" },
    borderRadius: "md",
    bg: "veil",
    color: "veil.ink",
    fontWeight: "semibold",
    textStyle: { base: "sm", md: "lg", xl: "xl" },
    lineHeight: "1.35",
    overflow: "hidden",
    overflowWrap: "anywhere",
    unicodeBidi: "isolate",
    lineClamp: "2",
  },
  "&[data-phone]": { inset: "2", "& > p": { maxW: "full", px: "2", py: "0.5", textStyle: "sm" } },
});
