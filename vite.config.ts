import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { fenceClient } from "./tools/client-fence.ts";

export default defineConfig({
  plugins: [fenceClient(), cloudflare({ viteEnvironment: { name: "ssr" } }), reactRouter()],
});
