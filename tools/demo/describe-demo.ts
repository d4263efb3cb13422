import type { Demo } from "./demo.ts";

const roles = {
  owner: "owner of every site",
  full: "full function",
  monitor: "sees, changes nothing",
  demo: "the demo account",
  fleet: "owner of the spare sites",
};

/** What `npm start` prints when everything runs. */
export function describeDemo(url: string, demo: Demo): string {
  const shown = demo.accounts.filter(({ label }) => label !== "fleet");
  const width = Math.max(...shown.map(({ account }) => account.length));
  return `  ${url}

  Sign in as
${shown.map(({ label, account, password }) => `    ${account.padEnd(width)}  ${password}  ${roles[label]}`).join("\n")}

  "${demo.ownLogger.site}" waits for a logger of your own (docs/your-own-logger.md)
    serial ${demo.ownLogger.serial}  secret ${demo.ownLogger.secret}

  Ctrl-C ends everything; the state stays for the next start.`;
}
