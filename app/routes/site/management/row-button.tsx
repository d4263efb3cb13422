import { Button } from "@chakra-ui/react";
import type { ReactNode } from "react";

type RowButtonProps = {
  /** Accessible name, which includes the user concerned. */
  name: string;
  danger?: boolean;
  busy?: boolean;
  onClick?: () => void;
  children: ReactNode;
};

/** A button of a row: it submits its form unless it has an `onClick`. */
export function RowButton({ name, danger, busy = false, onClick, children }: RowButtonProps) {
  return (
    <Button
      type={onClick ? "button" : "submit"}
      size="xs"
      variant="outline"
      colorPalette={danger ? "danger" : "gray"}
      aria-label={name}
      // Not disabled, which would take the focus away.
      aria-disabled={busy}
      opacity={busy ? 0.6 : 1}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.())}
    >
      {children}
    </Button>
  );
}
