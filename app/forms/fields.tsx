import { Field, Input, type InputProps } from "@chakra-ui/react";
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type Ref,
  useId,
  useState,
} from "react";
import { styleOf } from "../theme/fixed-class.ts";
import { styled } from "../theme/styled.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { Switch } from "../ui/switch.tsx";
import { useProblemText } from "../ui/use-problem-text.ts";
import type { Refusable } from "./use-own-form.ts";

/** `lg` is for public pages, whose fields stand on the page itself instead of a card. */
type FieldSize = "md" | "lg";

export type FieldProps = {
  name: string;
  label: string;
  hint?: string | undefined;
  result: Refusable;
  /** Message that replaces the server's. */
  errorText?: string | undefined;
};

type FieldFrameProps = FieldProps & {
  /** Id of an input that takes it, and those of its hint and error, from its parent. */
  id?: string;
  onInput?: (event: FormEvent<HTMLDivElement>) => void;
  children: ReactNode;
};

const idsOfTexts = (id: string) => ({ helperText: `${id}-hint`, errorText: `${id}-fault` });

/** A field's label, hint and error message around its input. */
export function FieldFrame(field: FieldFrameProps) {
  const { name, label, hint, result, errorText, id, onInput, children } = field;
  const problemText = useProblemText();
  const error = result?.problem?.fields[name];
  return (
    <Field.Root
      invalid={error !== undefined}
      {...(onInput && { onInput })}
      {...(id !== undefined && { id, ids: idsOfTexts(id) })}
    >
      <Field.Label>{label}</Field.Label>
      {children}
      {hint && <Field.HelperText>{hint}</Field.HelperText>}
      <Field.ErrorText>{error && (errorText ?? problemText(error))}</Field.ErrorText>
    </Field.Root>
  );
}

type TextFieldProps = Omit<InputProps, "size"> &
  FieldProps & {
    ref?: Ref<HTMLInputElement>;
    size?: FieldSize;
    /** Longest text that is saved; a counter appears near the limit. */
    limit?: number;
  };

/** Single-line text field with its error message. */
export function TextField(field: TextFieldProps) {
  const { name, label, hint, result, errorText, limit, size = "md", ...input } = field;
  const [length, setLength] = useState(0);
  return (
    <FieldFrame
      name={name}
      label={label}
      hint={hint}
      result={result}
      errorText={errorText}
      onInput={({ target }) => setLength((target as HTMLInputElement).value.trim().length)}
    >
      <Input name={name} size={size} {...(size === "lg" && { bg: "bg.panel" })} {...input} />
      {limit !== undefined && length > COUNT_FROM * limit && (
        <Count role="status" data-over={length > limit || undefined}>
          {`${length} / ${limit}`}
        </Count>
      )}
    </FieldFrame>
  );
}

type TextAreaFieldProps = FieldProps & {
  rows: number;
  /** Longest text that is saved, characters; a counter appears near the limit. */
  limit: number;
  /** Language of the text, if it is not that of the page. */
  lang?: string;
  defaultValue?: string | undefined;
};

/** Field for a text of several lines, with its error message. */
export function TextAreaField(field: TextAreaFieldProps) {
  const { rows, limit, lang, defaultValue, ...frame } = field;
  const id = useId();
  const [length, setLength] = useState(0);
  const isInvalid = frame.result?.problem?.fields[frame.name] !== undefined;
  const { helperText, errorText } = idsOfTexts(id);
  const texts = [...(frame.hint ? [helperText] : []), ...(isInvalid ? [errorText] : [])];
  return (
    <FieldFrame
      {...frame}
      id={id}
      onInput={({ target }) => setLength((target as HTMLTextAreaElement).value.trim().length)}
    >
      <Input asChild h="auto" py="2" resize="vertical">
        <textarea
          id={id}
          name={frame.name}
          dir="auto"
          {...(lang !== undefined && { lang })}
          rows={rows}
          defaultValue={defaultValue}
          aria-invalid={isInvalid || undefined}
          aria-describedby={texts.length > 0 ? texts.join(" ") : undefined}
        />
      </Input>
      {length > COUNT_FROM * limit && (
        <Count role="status" data-over={length > limit || undefined}>
          {`${length} / ${limit}`}
        </Count>
      )}
    </FieldFrame>
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
  size?: FieldSize;
  autoComplete?: string;
  /** For a parent that holds the value; otherwise the field does. */
  onChange?: (value: string) => void;
  children: ReactNode;
};

/** The browser's own list, which works without scripts. */
export function SelectField(field: SelectFieldProps) {
  const { name, label, value, result, onChange, children, ...select } = field;
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
        {...select}
      >
        {children}
      </Select>
      {error && <em id={`${id}-fault`}>{problemText(error)}</em>}
    </Choice>
  );
}

type SelectProps = Omit<ComponentProps<"select">, "size"> & { size?: FieldSize };

/** A list without label, for fields with more than one message. */
export function Select({ size = "md", ...select }: SelectProps) {
  return (
    <Chooser data-size={size} dir={select.dir}>
      <select {...select} />
      <Icon name="down" size="1em" />
    </Chooser>
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
  "& > em": { textStyle: "xs", fontStyle: "normal", fontWeight: "medium", color: "fg.error" },
});

const Chooser = styled("div", {
  position: "relative",
  w: "full",
  "& select": {
    ...styleOf("input", { variant: "outline", size: "md" }),
    bg: "bg.panel",
    pe: "9",
  },
  "&[data-size=lg] select": {
    ...styleOf("input", { variant: "outline", size: "lg" }),
    bg: "bg.panel",
    pe: "10",
  },
  "&[data-size=lg] svg": { insetEnd: "3.5" },
  "& option": { bg: "bg.raised", color: "fg" },
  "& svg": {
    position: "absolute",
    insetEnd: "3",
    top: "calc(50% - 0.5em)",
    color: "fg.subtle",
    pointerEvents: "none",
  },
});
