import type { ComponentProps } from "react";
import { ICON_PATHS, type IconName } from "./icon-paths-data.ts";

type IconProps = Omit<
  ComponentProps<"svg">,
  "name" | "children" | "color" | "opacity" | "transform"
> & {
  name: IconName;
  /** Null if a stylesheet sets it. */
  size?: string | null;
  /** Mirrored in right-to-left languages. */
  mirrored?: boolean;
};

/**
 * A line icon, styled by `globalCss`, beside a text or inside an element with an accessible name; it never carries a
 * meaning alone.
 */
export function Icon({
  name,
  size = "1.25em",
  strokeWidth,
  mirrored,
  className,
  ...rest
}: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      data-mirrored={mirrored || undefined}
      style={size === null ? undefined : { width: size, height: size, strokeWidth }}
      {...rest}
      className={className === undefined ? "icon" : `icon ${className}`}
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
