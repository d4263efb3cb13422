import { styled } from "#app/theme/styled.tsx";

export const GroupTitle = styled("h3", {
  textStyle: "overline",
  color: "fg.muted",
  "& + p": { textStyle: "xs", color: "fg.muted", mt: "-3" },
});

export const Empty = styled("p", { textStyle: "sm", color: "fg.muted" });

/** List of users with their access and actions. */
export const People = styled("ul", {
  listStyleType: "none",
  borderWidth: "1px",
  borderRadius: "lg",
  "& > li": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "3",
    px: { base: "3", md: "4" },
    py: "3",
    textStyle: "sm",
    minW: "0",
  },
  "& > li + li": { borderTopWidth: "1px" },
  "& > li > div:first-of-type": {
    flex: "1 1 14rem",
    minW: "0",
    overflowWrap: "anywhere",
  },
  "& strong": { fontWeight: "medium", me: "2" },
  "& small": { display: "block", color: "fg.muted", textStyle: "xs" },
  "& > li > form": { flexDirection: "row", gap: "2", alignItems: "center", flexWrap: "wrap" },
  "& > li > [aria-live]": { w: "full" },
});

/** Message of an applicant, with its line breaks. */
export const Message = styled("span", {
  display: "block",
  mt: "1.5",
  ps: "3",
  borderInlineStartWidth: "2px",
  borderColor: "border.emphasized",
  color: "fg",
  textStyle: "sm",
  whiteSpace: "pre-line",
});

/** Label beside the name of a user. */
export const Badge = styled("span", {
  display: "inline-block",
  px: "2",
  py: "0.5",
  me: "1",
  borderRadius: "full",
  textStyle: "2xs",
  fontWeight: "medium",
  bg: "bg.sunken",
  color: "fg.muted",
  "&[data-strong]": { bg: "brand.subtle", color: "brand.fg" },
});

export const Actions = styled("div", { display: "flex", flexWrap: "wrap", gap: "2" });

/** Fields of a dialog; defined here because dialogs load too late for the stylesheet. */
export const DialogFields = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  "& fieldset": { display: "flex", flexDirection: "column", gap: "2", minW: "0" },
  "& legend": { textStyle: "sm", fontWeight: "medium", mb: "1.5" },
  // A dealer has no expiry.
  "&:has([value=dealer]:checked) [data-end]": { display: "none" },
});

export const Choice = styled("label", {
  display: "flex",
  gap: "3",
  alignItems: "flex-start",
  px: "3",
  py: "2.5",
  borderWidth: "1px",
  borderRadius: "lg",
  textStyle: "sm",
  cursor: "pointer",
  "&:has(:checked)": { borderColor: "brand.solid", bg: "brand.subtle" },
  "& input": { mt: "1", accentColor: "brand.solid", focusVisibleRing: "outside" },
  "& small": { display: "block", color: "fg.muted", textStyle: "xs" },
});

/** Buttons for the most frequent values of a field. */
export const QuickChoices = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  mt: "2.5",
  "& button": {
    px: "3",
    py: "1",
    borderWidth: "1px",
    borderRadius: "full",
    textStyle: "xs",
    fontWeight: "medium",
    cursor: "pointer",
    focusVisibleRing: "outside",
    _hover: { bg: "bg.sunken" },
    "&[aria-pressed=true]": { borderColor: "brand.solid", bg: "brand.subtle", color: "brand.fg" },
  },
});
