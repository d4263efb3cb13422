import { parseArgs } from "node:util";
import {
  addBlocked,
  blockedAddress,
  listBlocked,
  removeBlocked,
} from "./deployment/edit-blocked.ts";
import { pageOf } from "./deployment/page-of.ts";
import type { Query } from "./deployment/query.ts";
import { withDatabase } from "./deployment/with-database.ts";
import { Failure, runCommand } from "./failure.ts";
import { showStep } from "./progress.ts";

const USAGE =
  "Say what: npm run blocked -- add <someone@example.org or @example.org>, list [--page 2], or remove <one that is blocked> (--local: for npm start)";

type Order = { label: string; work: (query: Query) => Promise<string[]> };

await runCommand(async () => {
  const { values, positionals } = parse();
  const { label, work } = readOrder(positionals, values.page);
  const lines = await showStep(label, () => withDatabase(values.local, work));
  console.log(["", ...lines].join("\n  "));
});

function readOrder([what, which, ...more]: string[], page: string | undefined): Order {
  if (more.length > 0) throw new Failure(USAGE);
  if (what === "list" && which === undefined) return list(page ?? "1");
  if (which === undefined || page !== undefined) throw new Failure(USAGE);
  if (what === "add") return add(readAddress(which));
  if (what === "remove") return remove(readAddress(which));
  throw new Failure(USAGE);
}

function readAddress(text: string): string {
  const parsed = blockedAddress.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new Failure(`${text} is neither an e-mail address nor a domain with @ before it.`);
}

function list(page: string): Order {
  if (!/^[1-9]\d{0,5}$/.test(page)) throw new Failure(USAGE);
  return {
    label: "Reading what is blocked",
    work: (query) => listBlocked(query, pageOf(Number(page))),
  };
}

function add(address: string): Order {
  return {
    label: `Blocking ${address}`,
    work: (query) => addBlocked(query, address, Date.now()),
  };
}

function remove(address: string): Order {
  return {
    label: `Unblocking ${address}`,
    work: async (query) => {
      await removeBlocked(query, address);
      return [`${address} may register again.`];
    },
  };
}

function parse() {
  const options = {
    local: { type: "boolean", default: false },
    page: { type: "string" },
  } as const;
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Failure(
      `${error instanceof Error ? error.message : error}; known are --local, --page.`,
    );
  }
}
