import { join } from "node:path";
import { parseArgs } from "node:util";
import { unstable_readConfig } from "wrangler";
import { withLocalDatabase } from "./deployment/local-database.ts";
import {
  administratorMail,
  makeAdministrator,
  type Query,
} from "./deployment/make-administrator.ts";
import { withRemoteDatabase } from "./deployment/remote-database.ts";
import { runWrangler } from "./deployment/wrangler.ts";
import { Failure, runCommand } from "./failure.ts";
import { showStep } from "./progress.ts";
import { projectRoot } from "./project-root.ts";

await runCommand(async () => {
  const { mail, local } = readArguments();
  const make = (query: Query) => makeAdministrator(query, mail, Date.now());
  const password = await showStep("Making the platform administrator", () =>
    local ? withLocalDatabase(make) : withRemoteDatabase(runWrangler, readDatabaseName(), make),
  );
  console.log(`\n  Sign in as  ${mail}  ${password}\n\nThe password is shown this once.`);
});

function readDatabaseName(): string {
  const { d1_databases } = unstable_readConfig({ config: join(projectRoot, "wrangler.toml") });
  const name = d1_databases[0]?.database_name;
  if (name === undefined) throw new Failure("wrangler.toml names no database.");
  return name;
}

function readArguments() {
  const { values, positionals } = parse();
  const mail = administratorMail.safeParse(positionals[0]);
  if (positionals.length !== 1 || !mail.success) {
    throw new Failure("Say who: npm run administrator -- you@example.com (--local: for npm start)");
  }
  return { mail: mail.data, local: values.local };
}

function parse() {
  try {
    const options = { local: { type: "boolean", default: false } } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}; known is --local.`);
  }
}
