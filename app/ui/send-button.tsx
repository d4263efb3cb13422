import { Button, type ButtonProps } from "@chakra-ui/react";
import { useWaitText } from "./use-wait-text.ts";

type SendButtonProps = ButtonProps & {
  /** Seconds until it can be pressed again. */
  left: number;
};

/** A submit button that counts down the wait until the next submission. */
export function SendButton({ left, disabled = false, children, ...button }: SendButtonProps) {
  const waitText = useWaitText();
  return (
    <Button type="submit" disabled={disabled || left > 0} {...button}>
      {left > 0 ? waitText("again", left) : children}
    </Button>
  );
}
