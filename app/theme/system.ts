import { createSystem, defineConfig } from "@chakra-ui/react";
import { defaultBaseConfig } from "@chakra-ui/react/preset-base";
import {
  buttonRecipe,
  dialogSlotRecipe,
  drawerSlotRecipe,
  fieldSlotRecipe,
  inputRecipe,
  skeletonRecipe,
  spinnerRecipe,
} from "@chakra-ui/react/theme";
import { css } from "@emotion/react";
import { globalCss } from "./global-css.ts";
import { semanticColors } from "./semantic-colors.ts";
import { layerStyles, semanticRadii, semanticShadows, textStyles } from "./styles.ts";
import { breakpoints, keyframes, tokens } from "./tokens.ts";

/**
 * Chakra with our own tokens and only the recipes that pages use: the preset's other sixty cost the browser
 * more than all of our pages.
 */
export const system = createSystem(
  defaultBaseConfig,
  defineConfig({
    preflight: true,
    cssVarsPrefix: "hp",
    cssVarsRoot: ":where(html)",
    globalCss,
    theme: {
      breakpoints,
      keyframes,
      tokens: { ...tokens, colors: { blackAlpha: { 500: { value: "rgba(4, 16, 15, 0.48)" } } } },
      semanticTokens: { colors: semanticColors, radii: semanticRadii, shadows: semanticShadows },
      textStyles,
      layerStyles,
      recipes: {
        button: buttonRecipe,
        input: inputRecipe,
        skeleton: skeletonRecipe,
        spinner: spinnerRecipe,
      },
      slotRecipes: {
        dialog: dialogSlotRecipe,
        drawer: drawerSlotRecipe,
        field: fieldSlotRecipe,
      },
    },
  }),
);

/** Global styles, which are part of the stylesheet. */
export const globalStyles = css(system._global as Parameters<typeof css>[0]);

/** System for Chakra's provider without the global styles, which it would write into every page. */
export const providedSystem = {
  ...system,
  _config: { ...system._config, disableLayers: true },
  _global: [],
} satisfies typeof system;
