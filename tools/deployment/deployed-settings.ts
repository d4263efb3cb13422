import { z } from "zod";
import { Failure } from "../failure.ts";
import { expectSuccess, isMissingWorker, parseJson } from "./account.ts";
import { findReason, type Wrangler } from "./wrangler.ts";

const latestDeployment = z.object({
  versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })).min(1),
});
const version = z.object({
  resources: z.object({
    bindings: z.array(
      z.object({ type: z.string(), name: z.string(), text: z.string().optional() }),
    ),
  }),
});

/**
 * Reads the text settings of the version that serves most requests.
 * @returns null if the account has no such Worker yet
 * @throws Failure if the settings cannot be read, because defaults would then replace them
 */
export async function readDeployedSettings(
  wrangler: Wrangler,
  name: string,
): Promise<Record<string, string> | null> {
  const { code, output } = await wrangler(["deployments", "status", "--name", name, "--json"]);
  if (code !== 0) {
    if (isMissingWorker(output)) return null;
    throw new Failure(`wrangler deployments status failed: ${findReason(output)}`);
  }
  const { versions } = parseJson(output, latestDeployment);
  const [most] = versions.toSorted((one, other) => other.percentage - one.percentage);
  if (most === undefined) return null;
  const view = ["versions", "view", most.version_id, "--name", name, "--json"];
  const { resources } = parseJson(await expectSuccess(wrangler, view), version);
  const texts = resources.bindings.filter(({ type }) => type === "plain_text");
  return Object.fromEntries(texts.map((binding) => [binding.name, binding.text ?? ""]));
}
