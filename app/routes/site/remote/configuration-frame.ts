import { chakra } from "@chakra-ui/react";

/** Content of the dialog for remote configuration. */
export const ConfigurationFrame = chakra("div", {
  base: {
    display: "flex",
    flexDirection: "column",
    gap: "4",
    minW: "0",
    textStyle: "sm",
    "& > dl": {
      display: "grid",
      gridTemplateColumns: { base: "minmax(0, 1fr)", sm: "repeat(3, minmax(0, 1fr))" },
      gap: "3",
      px: "4",
      py: "3",
      borderRadius: "lg",
      bg: "bg.sunken",
    },
    "& dl > div": {
      display: "flex",
      flexDirection: { base: "row", sm: "column" },
      justifyContent: "space-between",
      columnGap: "3",
    },
    "& dt": { textStyle: "xs", color: "fg.muted" },
    "& dd": { fontWeight: "medium" },
    "& dd[data-good=true]": { color: "good" },
    "& dd[data-good=false]": { color: "warning" },
    "& [data-empty]": {
      display: "flex",
      flexDirection: "column",
      alignItems: "center",
      gap: "3",
      px: "4",
      py: "6",
      borderWidth: "1px",
      borderStyle: "dashed",
      borderRadius: "lg",
      textAlign: "center",
      color: "fg.muted",
    },
    "& [data-empty] b": { display: "block", mb: "1", fontWeight: "semibold", color: "fg" },
    "& h3": { textStyle: "md", fontWeight: "semibold" },
    "& a": { color: "brand.fg", textDecoration: "underline" },
  },
});
