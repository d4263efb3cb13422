import { styled } from "#app/theme/styled.tsx";

type AvatarProps = {
  /** Path of the picture; null for the default one, the first letter of the name. */
  header: string | null;
  name: string;
  /** Larger than in the menu. */
  large?: boolean;
};

/** Picture of a user, shown beside the name. */
export function Avatar({ header, name, large }: AvatarProps) {
  return (
    <Round aria-hidden data-large={large}>
      {header === null ? (
        [...name.trim()][0]?.toLocaleUpperCase()
      ) : (
        <img src={header} alt="" width="400" height="400" />
      )}
    </Round>
  );
}

const Round = styled("span", {
  display: "flex",
  w: "7",
  h: "7",
  flexShrink: "0",
  alignItems: "center",
  justifyContent: "center",
  borderRadius: "full",
  bg: "brand.subtle",
  color: "brand.fg",
  fontWeight: "semibold",
  textStyle: "xs",
  overflow: "hidden",
  "& img": { w: "full", h: "full", objectFit: "cover" },
  "&[data-large]": { w: "20", h: "20", textStyle: "2xl" },
});
