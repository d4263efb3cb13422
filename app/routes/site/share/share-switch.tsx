import { chakra } from "@chakra-ui/react";
import { useId } from "react";
import { SWITCH_STYLES } from "#app/ui/switch-styles.ts";

type ShareSwitchProps = {
  label: string;
  hint?: string;
  on: boolean;
  disabled: boolean;
  onChange: (on: boolean) => void;
};

/** Switch that takes effect at once. */
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
    "& input": SWITCH_STYLES,
  },
});
