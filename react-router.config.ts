import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // There are few pages: one file that a browser keeps, where lazy discovery asks the Worker and works it out for each.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
