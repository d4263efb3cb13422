import { chakra } from "@chakra-ui/react";
import { useId } from "react";

type ShareSwitchProps = {
  label: string;
  hint?: string;
  on: boolean;
  disabled: boolean;
  onChange: (on: boolean) => void;
};

/** On or off, as it is at once: there is nothing to save. */
export function ShareSwitch({ label, hint, on, disabled, onChange }: ShareSwitchProps) {
  const id = useId();
  return (
    <Row>
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && <small id={`${id}-hint`}>{hint}</small>}
      </div>
      <input
        id={id}
        type="checkbox"
        checked={on}
        aria-disabled={disabled}
        aria-describedby={hint && `${id}-hint`}
        onChange={({ currentTarget }) => {
          // Not `disabled`, which would take the focus away while it is sent.
          if (!disabled) onChange(currentTarget.checked);
        }}
      />
    </Row>
  );
}

const Row = chakra("div", {
  base: {
    display: "flex",
    alignItems: "flex-start",
    justifyContent: "space-between",
    gap: "4",
    textStyle: "sm",
    "& label": { fontWeight: "medium", cursor: "pointer", display: "block" },
    "& small": { display: "block", color: "fg.muted", textStyle: "xs", mt: "0.5" },
    "& input": {
      appearance: "none",
      flexShrink: "0",
      w: "9",
      h: "5",
      borderRadius: "full",
      bg: "quiet.fill",
      position: "relative",
      cursor: "pointer",
      transition: "background 0.15s",
      focusVisibleRing: "outside",
      _before: {
        content: '""',
        position: "absolute",
        top: "0.5",
        insetStart: "0.5",
        w: "4",
        h: "4",
        borderRadius: "full",
        bg: "bg.panel",
        transition: "inset-inline-start 0.15s",
      },
      _checked: { bg: "brand.solid", _before: { insetStart: "4.5", bg: "brand.contrast" } },
    },
  },
});
