import { styled } from "#app/theme/styled.tsx";

/** Form in a popover. */
export const PanelForm = styled("div", {
  p: "2",
  w: "min(17rem, calc(100vw - 3rem))",
  "& form": { display: "flex", flexDirection: "column", gap: "3" },
  "& p": { textStyle: "sm" },
  "& [data-row]": { display: "flex", flexWrap: "wrap", gap: "2" },
  "& ul": { listStyleType: "none", display: "flex", flexWrap: "wrap", gap: "2" },
});
