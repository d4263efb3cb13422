import { Field, Input, type InputProps } from "@chakra-ui/react";
import { useId } from "react";
import { styled, styleOf } from "../../theme/styled.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { useProblemText } from "../../ui/use-problem-text.ts";
import { PasswordInput } from "./password-input.tsx";

type Labelled = {
  name: string;
  label: string;
  hint?: string;
  /** Key of the field's error. */
  fault: string | undefined;
};

export function TextField({ label, hint, fault, ...input }: Labelled & InputProps) {
  const problemText = useProblemText();
  return (
    <Field.Root invalid={fault !== undefined}>
      <Field.Label>{label}</Field.Label>
      <Input size="lg" bg="bg.panel" {...input} />
      {hint && <Field.HelperText>{hint}</Field.HelperText>}
      <Field.ErrorText>{problemText(fault)}</Field.ErrorText>
    </Field.Root>
  );
}

export function PasswordField(field: Labelled & { autoComplete: string }) {
  const { label, hint, fault, ...input } = field;
  const problemText = useProblemText();
  return (
    <Field.Root invalid={fault !== undefined}>
      <Field.Label>{label}</Field.Label>
      <PasswordInput {...input} />
      {hint && <Field.HelperText>{hint}</Field.HelperText>}
      <Field.ErrorText>{problemText(fault)}</Field.ErrorText>
    </Field.Root>
  );
}

export function SelectField(
  field: Labelled & {
    options: readonly { code: string; name: string }[];
    choose: string;
    defaultValue: string | undefined;
  },
) {
  const { name, label, fault, options, choose, defaultValue } = field;
  const problemText = useProblemText();
  const id = useId();
  const faultId = `${id}-fault`;
  return (
    <Field.Root invalid={fault !== undefined}>
      <Field.Label htmlFor={id}>{label}</Field.Label>
      <Chooser>
        <select
          id={id}
          name={name}
          autoComplete="country"
          defaultValue={defaultValue ?? ""}
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={fault === undefined ? undefined : faultId}
        >
          <option value="">{choose}</option>
          {options.map((option) => (
            <option key={option.code} value={option.code}>
              {option.name}
            </option>
          ))}
        </select>
        <Icon name="down" size="1em" />
      </Chooser>
      <Field.ErrorText id={faultId}>{problemText(fault)}</Field.ErrorText>
    </Field.Root>
  );
}

const Chooser = styled("div", {
  position: "relative",
  w: "full",
  "& select": {
    ...styleOf("input", { variant: "outline", size: "lg" }),
    bg: "bg.panel",
    w: "full",
    pe: "10",
  },
  "& option": { bg: "bg.raised", color: "fg" },
  "& svg": {
    position: "absolute",
    insetEnd: "3.5",
    top: "calc(50% - 0.5em)",
    color: "fg.subtle",
    pointerEvents: "none",
  },
});
