import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { fenceClient } from "./tools/client-fence.ts";

/**
 * What several pages share in few files: some dozens of a few hundred bytes each take a phone longer to fetch, and are
 * named twice in each page.
 */
const SHARED = { name: "shared", minShareCount: 2, entriesAware: true };
const SMALL_BYTES = 1_500;

export default defineConfig({
  plugins: [fenceClient(), cloudflare({ viteEnvironment: { name: "ssr" } }), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Its own name for such a file lists every page that wants it.
            chunkFileNames: ({ name }) =>
              `assets/${name.startsWith(`${SHARED.name}~`) ? SHARED.name : "[name]"}-[hash].js`,
            codeSplitting: { groups: [{ ...SHARED, entriesAwareMergeThreshold: SMALL_BYTES }] },
          },
        },
      },
    },
  },
});
