import { chakra } from "@chakra-ui/react";
import type { ComponentProps } from "react";
import { ICON_PATHS, type IconName } from "./icon-paths-data.ts";

type IconProps = Omit<
  ComponentProps<"svg">,
  "name" | "children" | "color" | "opacity" | "transform"
> & {
  name: IconName;
  /** Null where a stylesheet says it. */
  size?: string | null;
  /** Turned round where people read from right to left. */
  mirrored?: boolean;
};

/** A line drawing, drawn by `globalCss`, beside a text, or inside something that has a name: never the only bearer of a meaning. */
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

/** An icon that takes Chakra's style props. */
export const StyledIcon = chakra(Icon, {}, { forwardProps: ["name", "size", "strokeWidth"] });
