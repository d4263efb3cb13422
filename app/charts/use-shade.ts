import type { Shade } from "../theme/palette.ts";
import { useDark } from "../theme/use-dark.ts";

/**
 * A canvas has no access to the stylesheet's variables: returns the colour for the current appearance, light or dark.
 */
export function useShade(): (shade: Shade) => string {
  const dark = useDark();
  return ([light, darkShade]) => (dark ? darkShade : light);
}
