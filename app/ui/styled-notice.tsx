import { chakra } from "@chakra-ui/react";
import { Notice } from "./notice.tsx";

/** A message within a page that takes Chakra's style props. */
export const StyledNotice = chakra(Notice, {}, { forwardProps: ["tone"] });
