import { styled } from "../theme/styled.tsx";

type SegmentsProps<Name extends string> = {
  /** Accessible name of the choice. */
  label: string;
  options: readonly { name: Name; text: string }[];
  /** Null if none of them is active. */
  chosen: Name | null;
  onChoose: (name: Name) => void;
};

/** A few views of the same content, side by side. */
export function Segments<Name extends string>(props: SegmentsProps<Name>) {
  const { label, options, chosen, onChoose } = props;
  return (
    <Row role="group" aria-label={label}>
      {options.map(({ name, text }) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
        >
          {text}
        </button>
      ))}
    </Row>
  );
}

const Row = styled("div", {
  display: "flex",
  gap: "0.5",
  bg: "bg.sunken",
  p: "0.5",
  borderRadius: "lg",
  minW: "0",
  maxW: "full",
  flexWrap: "wrap",
  "& button": {
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    flex: "1 0 auto",
    minH: "8",
    "@media (pointer: coarse)": { minH: "11" },
    px: { base: "2.5", sm: "3" },
    borderRadius: "md",
    textStyle: "sm",
    fontWeight: "medium",
    color: "fg.muted",
    whiteSpace: "nowrap",
    cursor: "button",
    focusVisibleRing: "inside",
    _hover: { color: "fg" },
    "&[aria-pressed=true]": { bg: "bg.segment", color: "fg", boxShadow: "xs" },
  },
});
