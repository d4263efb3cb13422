import { styled } from "#app/theme/styled.tsx";

/** Names and values of what was chosen, one below the other. */
export const Facts = styled("dl", {
  display: "flex",
  flexDirection: "column",
  minW: "0",
  "& > div": {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "space-between",
    columnGap: "4",
    py: "2",
  },
  "& > div + div": { borderTopWidth: "1px", borderTopColor: "border.muted" },
  "& dt": { color: "fg.muted", minW: "0", overflowWrap: "anywhere" },
  "& dd": { fontWeight: "medium", minW: "0", overflowWrap: "anywhere" },
  "& small": { textStyle: "xs", color: "fg.muted" },
});
