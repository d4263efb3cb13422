import { useId, useState } from "react";
import { styleOf } from "#app/theme/fixed-class.ts";
import { styled } from "#app/theme/styled.tsx";
import { Notice } from "../notice.tsx";
import { useProblemText } from "../use-problem-text.ts";
import { PICTURE_TYPES } from "./crop-picture.ts";

type FileButtonProps = {
  label: string;
  hint: string;
  /** Types of files, as in an input; pictures by default. */
  accept?: string;
  /** Called with a file; by default only with one of the picture types. */
  onChoose: (file: File) => void;
};

/**
 * Chooses a file, by default a picture, and refuses files of another type than a picture here. It has a button of its
 * own, because the browser's button uses the browser's language instead of the page's.
 */
export function FileButton({ label, hint, accept, onChoose }: FileButtonProps) {
  const id = useId();
  const problemText = useProblemText();
  const [name, setName] = useState("");
  const [isRefused, setRefused] = useState(false);
  const choose = (file: File | undefined) => {
    if (file === undefined) return;
    setName(file.name);
    const isTaken = accept !== undefined || PICTURE_TYPES.some((type) => type === file.type);
    setRefused(!isTaken);
    if (isTaken) onChoose(file);
  };
  return (
    <Picker>
      <input
        id={id}
        type="file"
        accept={accept ?? PICTURE_TYPES.join()}
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
      {isRefused && <WideNotice tone="fault">{problemText("fileUnsupported")}</WideNotice>}
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

const WideNotice = styled(Notice, { w: "full" });
