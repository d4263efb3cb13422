import { Button, type ButtonProps } from "@chakra-ui/react";
import { useWaitText } from "./use-wait-text.ts";

type SendButtonProps = ButtonProps & {
  /** Seconds until it may be pressed again. */
  left: number;
};

/** Sends something that may be sent again only after a while, which it counts down. */
export function SendButton({ left, disabled = false, children, ...button }: SendButtonProps) {
  const waitText = useWaitText();
  return (
    <Button type="submit" disabled={disabled || left > 0} {...button}>
      {left > 0 ? waitText("again", left) : children}
    </Button>
  );
}
