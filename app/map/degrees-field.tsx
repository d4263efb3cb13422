import { Field, Input } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { readDegrees } from "./read-degrees.ts";

type DegreesFieldProps = {
  axis: "latitude" | "longitude";
  value: number | null;
  /** Label that replaces the name of the axis. */
  label?: string;
  /** Name of the group that contains the field; the field's label is then hidden. */
  within?: string;
  disabled?: boolean;
  /** Called with each valid number. */
  onType: (degrees: number) => void;
};

/** Number field for degrees, with which keyboard users set a position. */
export function DegreesField({
  axis,
  value,
  label,
  within,
  disabled = false,
  onType,
}: DegreesFieldProps) {
  const { t } = useTranslation("map");
  const [text, setText] = useState(textOf(value));
  useEffect(() => {
    // Keeps the typed text as long as it means the same number.
    setText((typed) =>
      value !== null && readDegrees(typed, axis) === value ? typed : textOf(value),
    );
  }, [value, axis]);
  const type = (typed: string) => {
    setText(typed);
    const degrees = readDegrees(typed, axis);
    if (degrees !== null) onType(degrees);
  };
  const isWrong = text !== "" && readDegrees(text, axis) === null;
  return (
    <Field.Root invalid={isWrong} disabled={disabled}>
      {within === undefined && <Field.Label>{label ?? t(`picker.${axis}`)}</Field.Label>}
      <Input
        inputMode="text"
        aria-label={within && `${within}: ${t(`picker.${axis}`)}`}
        dir="ltr"
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <Field.ErrorText>{isWrong && t(`picker.${axis}Wrong`)}</Field.ErrorText>
    </Field.Root>
  );
}

function textOf(value: number | null): string {
  return value === null ? "" : String(value);
}
