import type { SystemStyleObject } from "@chakra-ui/react";
import { css, type SerializedStyles } from "@emotion/react";
import type { ComponentProps, ElementType, ReactElement } from "react";
import { system } from "./system.ts";

/** Every fixed look there is, by its class: what the server's stylesheet is made of. */
export const fixedStyles = new Map<string, SerializedStyles>();

/**
 * An element or component with fixed looks, which are in the stylesheet: for pieces that are on every page. A Chakra
 * component works its looks out each time it is rendered, which is worth its price only where they follow from its
 * props.
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

/** The looks of one of Chakra's recipes with these variants. */
export function styleOf(
  recipe: "button" | "input",
  variants: Record<string, string>,
): SystemStyleObject {
  return system.cva(system.getRecipe(recipe))(variants);
}
