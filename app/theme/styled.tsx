import type { SystemStyleObject } from "@chakra-ui/react";
import { css, type SerializedStyles } from "@emotion/react";
import type { ComponentProps, ElementType, ReactElement } from "react";
import { classOf, RECIPE } from "./fixed-class.ts";
import { system } from "./system.ts";

/** Every fixed style by its class; the server builds the stylesheet from it. */
export const fixedStyles = new Map<string, SerializedStyles>();

type StyledProps<Tag extends ElementType> = ComponentProps<Tag> & {
  className?: string | undefined;
};

/**
 * Creates an element or component with fixed styles, which are part of the stylesheet: for parts that are on every
 * page. A Chakra component computes its styles on each render, which pays off only if they depend on its props. The
 * browser's variant of this module (`styled.browser.tsx`) only sets the class, so it needs neither Chakra nor Emotion.
 */
export function styled<Tag extends ElementType>(tag: Tag, ...styles: SystemStyleObject[]) {
  const own = classOf(styles);
  const resolved = styles.map(resolveRecipes);
  const looks = css(system.css(...resolved) as Parameters<typeof css>[0]);
  const known = fixedStyles.get(own);
  if (known !== undefined && known.name !== looks.name)
    throw new Error(`two styles have the class ${own}`);
  fixedStyles.set(own, looks);
  // The styled component takes the same props as the element that receives the styles.
  const Styled = tag as ElementType;
  return ({ className, ...props }: StyledProps<Tag>): ReactElement => (
    <Styled {...props} className={className === undefined ? own : `${own} ${className}`} />
  );
}

/** Replaces the names of recipes by their styles, also within nested selectors. */
function resolveRecipes(styles: SystemStyleObject): SystemStyleObject {
  const resolved: SystemStyleObject = {};
  for (const [name, value] of Object.entries(styles as Record<string, unknown>))
    if (name.startsWith(RECIPE)) {
      const recipe = system.getRecipe(name.slice(RECIPE.length));
      Object.assign(resolved, system.cva(recipe)(value as Record<string, string>));
    } else
      Object.assign(resolved, {
        [name]: isObject(value) ? resolveRecipes(value as SystemStyleObject) : value,
      });
  return resolved;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
