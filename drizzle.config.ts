import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  driver: "d1-http",
  schema: [
    "./database/schema.ts",
    "./database/account-schema.ts",
    "./database/news-schema.ts",
    "./database/member-schema.ts",
    "./database/share-schema.ts",
    "./database/site-branding-schema.ts",
    "./database/site-life-schema.ts",
    "./database/chart-schema.ts",
  ],
  out: "./migrations",
});
