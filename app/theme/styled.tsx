import type { SystemStyleObject } from "@chakra-ui/react";
import { css, type SerializedStyles } from "@emotion/react";
import type { ComponentProps, ElementType, ReactElement } from "react";
import { system } from "./system.ts";

/** Every fixed style by its class; the server builds the stylesheet from it. */
export const fixedStyles = new Map<string, SerializedStyles>();

/**
 * Creates an element or component with fixed styles, which are part of the stylesheet: for parts that are on every
 * page. A Chakra component computes its styles on each render, which pays off only if they depend on its props.
 */
export function styled<Tag extends ElementType>(tag: Tag, ...styles: SystemStyleObject[]) {
  const looks = css(system.css(...styles) as Parameters<typeof css>[0]);
  const own = `hp-${looks.name}`;
  fixedStyles.set(own, looks);
  // The styled component takes the same props as the element that receives the styles.
  const Styled = tag as ElementType;
  return ({ className, ...props }: ComponentProps<Tag> & { className?: string }): ReactElement => (
    <Styled {...props} className={className === undefined ? own : `${own} ${className}`} />
  );
}

/** The styles of one of Chakra's recipes with the given variants. */
export function styleOf(
  recipe: "button" | "input",
  variants: Record<string, string>,
): SystemStyleObject {
  return system.cva(system.getRecipe(recipe))(variants);
}
