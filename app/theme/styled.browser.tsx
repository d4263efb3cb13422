import type { SystemStyleObject } from "@chakra-ui/react";
import type { ComponentProps, ElementType, ReactElement } from "react";
import { classOf } from "./fixed-class.ts";

type StyledProps<Tag extends ElementType> = ComponentProps<Tag> & {
  className?: string | undefined;
};

/** Creates an element or component with the class of its fixed styles, which the server's stylesheet has. */
export function styled<Tag extends ElementType>(tag: Tag, ...styles: SystemStyleObject[]) {
  const own = classOf(styles);
  const Styled = tag as ElementType;
  return ({ className, ...props }: StyledProps<Tag>): ReactElement => (
    <Styled {...props} className={className === undefined ? own : `${own} ${className}`} />
  );
}
