import { parseArgs } from "node:util";
import { addNews, listNews, readNewsFile, removeNews } from "./deployment/edit-news.ts";
import type { Query } from "./deployment/query.ts";
import { withDatabase } from "./deployment/with-database.ts";
import { Failure, runCommand } from "./failure.ts";
import { showStep } from "./progress.ts";

const USAGE =
  "Say what: npm run news -- add <file.json>, list, or remove <number> (--local: for npm start)";

type Order = { label: string; work: (query: Query) => Promise<string[]> };

await runCommand(async () => {
  const { values, positionals } = parse();
  const { label, work } = readOrder(positionals);
  const lines = await showStep(label, () => withDatabase(values.local, work));
  console.log(["", ...lines].join("\n  "));
});

function readOrder([what, which, ...more]: string[]): Order {
  if (what === "list" && which === undefined) return { label: "Reading the news", work: list };
  if (which === undefined || more.length > 0) throw new Failure(USAGE);
  if (what === "add") return add(which);
  if (what === "remove" && /^[1-9]\d{0,8}$/.test(which)) return remove(Number(which));
  throw new Failure(USAGE);
}

async function list(query: Query): Promise<string[]> {
  const lines = await listNews(query);
  return lines.length === 0 ? ["There is no news."] : lines;
}

function add(path: string): Order {
  const news = readNewsFile(path);
  return {
    label: "Adding news",
    work: async (query) => [`It is news ${await addNews(query, news, Date.now())}.`],
  };
}

function remove(id: number): Order {
  return {
    label: `Removing news ${id}`,
    work: async (query) => {
      await removeNews(query, id);
      return list(query);
    },
  };
}

function parse() {
  try {
    const options = { local: { type: "boolean", default: false } } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}; known is --local.`);
  }
}
