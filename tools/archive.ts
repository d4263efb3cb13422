import { basename } from "node:path";
import { parseArgs } from "node:util";
import { PortalClient } from "./archives/portal-client.ts";
import { verifyFile } from "./archives/verify-file.ts";
import { describeError, Failure, runCommand } from "./failure.ts";

const USAGE = [
  "npm run archive -- verify <file>",
  "npm run archive -- export <file> --account <address> [--site <name or id>] [--portal <url>]",
  "npm run archive -- import <file> --account <address> [--portal <url>]",
  "The password is read from HELIOPORT_PASSWORD. Without --site the account's own data is exported.",
];
const PORTAL = "http://localhost:8787";
/** Exit code for an archive that was changed; 1 means that it could not be verified. */
const CHANGED = 2;

/** Verifies, exports and imports archives (`npm run archive -- verify archive.zip`). */
await runCommand(async () => {
  const { command, file, ...options } = readArguments();
  if (command === "verify") return verify(file);
  const client = await signIn(options);
  let shown = "";
  client.onProgress = ({ phase, progress }) => {
    const text = `  ${phase} … ${Math.floor(10 * progress) * 10} %`;
    if (text !== shown) console.log(text);
    shown = text;
  };
  if (command === "export") {
    const { site } = options;
    await client.exportTo(file, site === null ? null : await client.findSite(site));
    return verify(file);
  }
  const { name, differences } = await client.importFrom(file, basename(file));
  console.log(`✓ ${file} is imported: ${name}`);
  if (differences) console.log(`  ${differences} daily values differ from the archive.`);
});

async function verify(file: string): Promise<void> {
  const result = await verifyFile(file).catch((error: unknown) => {
    throw new Failure(`${file} cannot be read: ${describeError(error)}`);
  });
  if (!result.isValid) {
    process.stderr.write(`✗ ${file}: ${result.fault.message}\n`);
    process.exitCode = CHANGED;
    return;
  }
  const { kind, files, origin, createdAt } = result.manifest;
  const rows = files.reduce((sum, each) => sum + (each.rows ?? 0), 0);
  console.log(
    `✓ ${file}: archive of a ${kind}, ${files.length} files with ${rows} rows are complete and unchanged.`,
  );
  console.log(`  Written by ${origin} at ${new Date(createdAt).toISOString()}.`);
}

async function signIn({ account, portal }: { account: string | null; portal: string }) {
  const password = process.env.HELIOPORT_PASSWORD;
  if (account === null || password === undefined)
    throw new Failure("--account and HELIOPORT_PASSWORD are required.", USAGE);
  return PortalClient.signIn(portal, account, password);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        account: { type: "string" },
        portal: { type: "string", default: PORTAL },
        site: { type: "string" },
      },
      allowPositionals: true,
    });
    const [command, file, ...more] = positionals;
    const isKnown = command === "verify" || command === "export" || command === "import";
    if (!isKnown || file === undefined || more.length > 0) throw new Failure(USAGE.join("\n"));
    return {
      command,
      file,
      account: values.account ?? null,
      portal: values.portal,
      site: values.site ?? null,
    };
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(describeError(error), USAGE);
  }
}
