import { readFileSync } from "node:fs";
import type { TestServer } from "./server.ts";

/** The platform that the set-up started, as a journey sees it. */
export function readE2eServer(): Pick<
  TestServer,
  "url" | "accounts" | "ownLogger" | "fleet" | "firmwareKeys"
> & {
  /** Origin of the receiver of pushes and webhooks. */
  receiver: string;
  /** Origin of the server that lets minutes pass for rollouts. */
  minutes: string;
  /** A platform administrator, who has no site. */
  operator: { account: string; password: string };
} {
  const path = process.env.HELIOPORT_E2E;
  if (!path) throw new Error("HELIOPORT_E2E is missing: run journeys by `npx playwright test`");
  return JSON.parse(readFileSync(path, "utf8"));
}
