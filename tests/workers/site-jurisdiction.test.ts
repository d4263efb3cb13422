import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { siteStub } from "#workers/site-stubs.ts";

/** Namespaces whose objects are named after where they are. */
function namespaces() {
  const within = (place: string) => ({
    idFromName: (name: string) => `${place}/${name}`,
    get: (id: string) => id,
    jurisdiction: (name: string) => within(name),
  });
  return within("anywhere");
}

const stubIn = (jurisdiction: string) =>
  siteStub(
    { ...env, SITES: namespaces(), DATA_JURISDICTION: jurisdiction } as unknown as Env,
    12,
  ) as unknown as string;

test("objects live in the jurisdiction of the installation, and anywhere where it has none", () => {
  expect(stubIn("eu")).toBe("eu/site-12");
  expect(stubIn("")).toBe("anywhere/site-12");
});
