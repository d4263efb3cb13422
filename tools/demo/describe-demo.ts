import type { Demo } from "./demo.ts";

const roles = {
  owner: "owner of every demo site",
  full: "full function",
  monitor: "sees, changes nothing",
  demo: "the demo account",
  fleet: "owner of 1,000 spare sites, for npm run simulate -- --sites 100",
};

/** Returns the text that `npm start` prints when everything runs. */
export function describeDemo(url: string, demo: Demo): string {
  const { accounts } = demo;
  const width = Math.max(...accounts.map(({ account }) => account.length));
  return `  ${url}

  Sign in as
${accounts.map(({ label, account, password }) => `    ${account.padEnd(width)}  ${password}  ${roles[label]}`).join("\n")}

  "${demo.ownLogger.site}" waits for a logger of your own (docs/your-own-logger.md)
    serial ${demo.ownLogger.serial}  secret ${demo.ownLogger.secret}

${describeBoxes(demo)}  E-mails that the portal sends: ${url}/dev/mail

  Ctrl-C ends everything; the state stays for the next start.`;
}

function describeBoxes({ boxes: [box] }: Demo): string {
  if (box === undefined) return "";
  return `  A logger in its box waits to be added (docs/sites.md)
    serial ${box.serial}  check code ${box.checkCode}

`;
}
