import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { browserVariants } from "./tools/browser-variants.ts";
import { chakraOf, frameOf, sharedOf } from "./tools/chunk-groups.ts";
import { fenceClient } from "./tools/client-fence.ts";

/**
 * What several pages share in few files: some dozens of a few hundred bytes each take a phone longer to fetch, and are
 * named twice in each page.
 */
const SMALL_BYTES = 1_000;
const SHARED = { minShareCount: 2, entriesAware: true };
/** What a page needs from the start never comes together with what its dialogs load when they are opened. */
const GROUPS = [
  { name: frameOf, debugName: "frame", tags: ["$initial" as const], priority: 3 },
  { name: chakraOf, debugName: "chakra", tags: ["$initial" as const], priority: 2 },
  {
    ...SHARED,
    name: sharedOf,
    debugName: "shared",
    tags: ["$initial" as const],
    entriesAwareMergeThreshold: SMALL_BYTES,
    priority: 1,
  },
  { ...SHARED, name: "later" },
];

/** Of these files; what has a name of its own lists every page that wants it. */
const NAMES = ["chakra", "frame", "site-frame", "shared", "later"];

/**
 * What the libraries execute on import although no page uses it: a module that Emotion imports, and descriptions of
 * components that Chakra extends, under the names in its files.
 */
const UNUSED = {
  moduleSideEffects: [
    { test: /[\\/]node_modules[\\/]hoist-non-react-statics[\\/]/, sideEffects: false },
  ],
  manualPureFunctions: [
    "createAnatomy",
    ...["colorPicker", "combobox", "datePicker", "fileUpload", "menu", "select"].map(
      (name) => `${name}Anatomy$1`,
    ),
  ],
};

export default defineConfig({
  plugins: [
    fenceClient(),
    browserVariants(),
    cloudflare({ viteEnvironment: { name: "ssr" } }),
    reactRouter(),
  ],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          treeshake: UNUSED,
          output: {
            chunkFileNames: ({ name }) =>
              `assets/${NAMES.find((known) => name.startsWith(known)) ?? "[name]"}-[hash].js`,
            codeSplitting: { groups: GROUPS },
          },
        },
      },
    },
  },
});
