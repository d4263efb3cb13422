import { useId, useState } from "react";
import { styled, styleOf } from "#app/theme/styled.tsx";
import { PICTURE_TYPES } from "./crop-picture.ts";

type FileButtonProps = { label: string; hint: string; onChoose: (file: File) => void };

/** Has a button of its own, because the browser's button uses the browser's language instead of the page's. */
export function FileButton({ label, hint, onChoose }: FileButtonProps) {
  const id = useId();
  const [name, setName] = useState("");
  const choose = (file: File | undefined) => {
    if (file === undefined) return;
    setName(file.name);
    onChoose(file);
  };
  return (
    <Picker>
      <input
        id={id}
        type="file"
        accept={PICTURE_TYPES.join()}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => {
          choose(currentTarget.files?.[0]);
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
      <PickerButton htmlFor={id}>{label}</PickerButton>
      <bdi>{name}</bdi>
      <p id={`${id}-hint`}>{hint}</p>
    </Picker>
  );
}

const PickerButton = styled("label", styleOf("button", { variant: "outline", size: "sm" }), {
  cursor: "pointer",
});

const Picker = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "3",
  textStyle: "sm",
  position: "relative",
  "& > input": { position: "absolute", opacity: "0", w: "1px", h: "1px" },
  "& > input:focus-visible + label": {
    outlineWidth: "2px",
    outlineStyle: "solid",
    outlineOffset: "2px",
    outlineColor: "brand.focusRing",
  },
  "& > bdi": { minW: "0", overflowWrap: "anywhere" },
  "& > p": { w: "full", color: "fg.muted", textStyle: "xs" },
});
