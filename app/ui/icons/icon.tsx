import { chakra, type HTMLChakraProps } from "@chakra-ui/react";
import { ICON_PATHS, type IconName } from "./icon-paths-data.ts";

type IconProps = HTMLChakraProps<"svg"> & { name: IconName; size?: string };

/** A line drawing beside a text, or inside something that has a name: never the only bearer of a meaning. */
export function Icon({ name, size = "1.25em", ...rest }: IconProps) {
  return (
    <chakra.svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      flexShrink="0"
      aria-hidden="true"
      {...rest}
    >
      <path d={ICON_PATHS[name]} />
    </chakra.svg>
  );
}
