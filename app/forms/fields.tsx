import { Field, Input, type InputProps } from "@chakra-ui/react";
import { type ReactNode, type Ref, useId, useState } from "react";
import { styled, styleOf } from "../theme/styled.tsx";
import { Switch } from "../ui/switch.tsx";
import { useProblemText } from "../ui/use-problem-text.ts";
import type { FormResult } from "./use-own-form.ts";

/** The part of a form's result that its fields show. */
type Refusable = Pick<FormResult, "problem"> | null | undefined;

type TextFieldProps = InputProps & {
  name: string;
  label: string;
  hint?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  result: Refusable;
  /** Message that replaces the server's. */
  errorText?: string;
  /** Longest text that is saved; a counter appears near the limit. */
  limit?: number;
};

/** Single-line text field with its error message. */
export function TextField(field: TextFieldProps) {
  const { name, label, hint, result, errorText, limit, ...input } = field;
  const problemText = useProblemText();
  const [length, setLength] = useState(0);
  const error = result?.problem?.fields[name];
  return (
    <Field.Root
      invalid={error !== undefined}
      onInput={({ target }) => setLength((target as HTMLInputElement).value.trim().length)}
    >
      <Field.Label>{label}</Field.Label>
      <Input name={name} {...input} />
      {limit !== undefined && length > COUNT_FROM * limit && (
        <Count role="status" data-over={length > limit || undefined}>
          {`${length} / ${limit}`}
        </Count>
      )}
      {hint && <Field.HelperText>{hint}</Field.HelperText>}
      <Field.ErrorText>{error && (errorText ?? problemText(error))}</Field.ErrorText>
    </Field.Root>
  );
}

/** Share of the limit from which characters are counted. */
const COUNT_FROM = 0.8;

const Count = styled("span", {
  textStyle: "xs",
  color: "fg.muted",
  direction: "ltr",
  alignSelf: "flex-end",
  "&[data-over]": { color: "fg.error", fontWeight: "medium" },
});

type SelectFieldProps = {
  name: string;
  label: string;
  value: string;
  result: Refusable;
  /** For a parent that holds the value; otherwise the field does. */
  onChange?: (value: string) => void;
  children: ReactNode;
};

/** The browser's own list, which works without scripts. */
export function SelectField(field: SelectFieldProps) {
  const { name, label, value, result, onChange, children } = field;
  const problemText = useProblemText();
  const error = result?.problem?.fields[name];
  const id = useId();
  return (
    <Choice>
      <label htmlFor={id}>{label}</label>
      <Select
        // A reset returns to the saved value.
        key={onChange ? undefined : value}
        id={id}
        name={name}
        {...(onChange
          ? { value, onChange: ({ currentTarget }) => onChange(currentTarget.value) }
          : { defaultValue: value })}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-fault`}
      >
        {children}
      </Select>
      {error && <em id={`${id}-fault`}>{problemText(error)}</em>}
    </Choice>
  );
}

type SwitchFieldProps = { name: string; label: string; hint?: string; on: boolean };

export function SwitchField({ name, label, hint, on }: SwitchFieldProps) {
  return (
    <Switch>
      <input key={String(on)} type="checkbox" name={name} defaultChecked={on} />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </Switch>
  );
}

const Choice = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "1.5",
  "& > label": { textStyle: "sm", fontWeight: "medium" },
  "& > em": { textStyle: "xs", fontStyle: "normal", color: "fg.error" },
});

export const Select = styled("select", styleOf("input", { size: "md", variant: "outline" }), {
  // Shows the browser's own arrow.
  appearance: "auto",
  bg: "bg.panel",
  pe: "2",
});
