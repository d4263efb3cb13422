import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";

type GalleryGridProps = {
  pictures: readonly { id: number; image: string }[];
  onView: (place: number) => void;
};

/** Thumbnails of the images of a site. */
export function GalleryGrid({ pictures, onView }: GalleryGridProps) {
  const { t } = useTranslation("branding");
  return (
    <Grid>
      {pictures.map(({ id, image }, place) => (
        <li key={id}>
          <button
            type="button"
            aria-label={t("appearance.view", { number: place + 1 })}
            onClick={() => onView(place)}
          >
            <img src={image} alt="" loading="lazy" />
          </button>
        </li>
      ))}
    </Grid>
  );
}

const Grid = styled("ul", {
  listStyleType: "none",
  display: "grid",
  gap: "3",
  gridTemplateColumns: "repeat(auto-fill, minmax(8rem, 1fr))",
  "& button": {
    display: "block",
    w: "full",
    borderRadius: "lg",
    overflow: "hidden",
    bg: "bg.sunken",
    cursor: "pointer",
    focusVisibleRing: "outside",
  },
  "& img": { display: "block", w: "full", aspectRatio: "4 / 3", objectFit: "cover" },
});
