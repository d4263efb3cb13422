import type { Shade } from "../theme/palette.ts";
import { useDark } from "../theme/use-dark.ts";

/** A canvas knows no variables of the stylesheet: picks the colour of the present appearance, light or dark. */
export function useShade(): (shade: Shade) => string {
  const dark = useDark();
  return ([light, darkShade]) => (dark ? darkShade : light);
}
