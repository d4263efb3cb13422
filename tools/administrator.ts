import { parseArgs } from "node:util";
import { administratorMail, makeAdministrator } from "./deployment/make-administrator.ts";
import { makeDealer } from "./deployment/make-dealer.ts";
import { setHiddenSettings } from "./deployment/set-hidden-settings.ts";
import { withDatabase } from "./deployment/with-database.ts";
import { Failure, runCommand } from "./failure.ts";
import { showStep } from "./progress.ts";

await runCommand(async () => {
  const { mail, local, dealer, hiddenSettings } = readArguments();
  if (hiddenSettings !== undefined) {
    const isOn = hiddenSettings === "on";
    await showStep("Setting the access to hidden settings", () =>
      withDatabase(local, (query, apply) =>
        setHiddenSettings({ query, apply }, { mail, isOn, now: Date.now() }),
      ),
    );
    return;
  }
  if (dealer) {
    await showStep("Making the account a dealer's", () =>
      withDatabase(local, (query) => makeDealer(query, mail)),
    );
    return;
  }
  const password = await showStep("Making the platform administrator", () =>
    withDatabase(local, (query) => makeAdministrator(query, mail, Date.now())),
  );
  console.log(`\n  Sign in as  ${mail}  ${password}\n\nThe password is shown this once.`);
});

function readArguments() {
  const { values, positionals } = parse();
  const mail = administratorMail.safeParse(positionals[0]);
  const hiddenSettings = values["hidden-settings"];
  const isKnown = hiddenSettings === undefined || ["on", "off"].includes(hiddenSettings);
  if (positionals.length !== 1 || !mail.success || !isKnown) {
    throw new Failure(
      "Usage: npm run administrator -- you@example.com (--local: for npm start; --dealer: makes an account a dealer account; --hidden-settings=on or off: whether the account needs the advanced password of sites)",
    );
  }
  return { mail: mail.data, local: values.local, dealer: values.dealer, hiddenSettings };
}

function parse() {
  try {
    const off = { type: "boolean", default: false } as const;
    const options = { local: off, dealer: off, "hidden-settings": { type: "string" } } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Failure(
      `${error instanceof Error ? error.message : error}; known are --local, --dealer and --hidden-settings.`,
    );
  }
}
