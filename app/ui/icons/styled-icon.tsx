import { chakra } from "@chakra-ui/react";
import { Icon } from "./icon.tsx";

/** An icon that takes Chakra's style props. */
export const StyledIcon = chakra(Icon, {}, { forwardProps: ["name", "size", "strokeWidth"] });
