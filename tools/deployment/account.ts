import { z } from "zod";
import { Failure } from "../failure.ts";
import { findReason, type Wrangler } from "./wrangler.ts";

const databaseList = z.array(z.object({ name: z.string(), uuid: z.string() }));

export async function checkSignIn(wrangler: Wrangler): Promise<void> {
  const { code } = await wrangler(["whoami", "--json"]);
  if (code === 0) return;
  throw new Failure(
    "Not signed in to Cloudflare: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.",
  );
}

/** Returns the id of the account's database with this name; undefined if there is none. */
export async function findDatabase(wrangler: Wrangler, name: string): Promise<string | undefined> {
  const output = await expectSuccess(wrangler, ["d1", "list", "--json"]);
  return parseJson(output, databaseList).find((database) => database.name === name)?.uuid;
}

/**
 * Runs a wrangler command and returns its output.
 * @throws Failure that names the command if it fails
 */
export async function expectSuccess(wrangler: Wrangler, args: string[]): Promise<string> {
  const { code, output } = await wrangler(args);
  if (code === 0) return output;
  const command = args.filter((arg) => !arg.startsWith("-")).slice(0, 3);
  throw new Failure(`wrangler ${command.join(" ")} failed: ${findReason(output)}`);
}

/** Whether the output of wrangler says that the account has no such Worker, or that it was never deployed. */
export function isMissingWorker(output: string): boolean {
  return /\b10007\b|does not exist|has no deployments/i.test(output);
}

/** Parses the JSON in the output of wrangler, which may print other lines before it. */
export function parseJson<T>(output: string, schema: z.ZodType<T>): T {
  const begin = output.search(/^[[{]/m);
  const end = Math.max(output.lastIndexOf("]"), output.lastIndexOf("}")) + 1;
  try {
    return schema.parse(JSON.parse(output.slice(begin, end)));
  } catch {
    throw new Failure(`The output of wrangler was not as expected: ${findReason(output)}`);
  }
}
