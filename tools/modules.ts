import { parseArgs } from "node:util";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import { importModules, listModules, removeModule } from "./deployment/edit-modules.ts";
import { readModuleFile } from "./deployment/module-file.ts";
import { count, pageOf } from "./deployment/page-of.ts";
import { openDatabase, withDatabase } from "./deployment/with-database.ts";
import { Failure, runCommand } from "./failure.ts";
import { showStep } from "./progress.ts";

const USAGE =
  "Say what: npm run modules -- import <file.csv> [--plain] [--replace], list [--unclaimed] [--page 2], or remove <serial> (--local: for npm start)";

await runCommand(async () => {
  const { what, which, local, given, page } = readArguments();
  const allowed = (...options: string[]) => given.every((option) => options.includes(option));
  if (what === "import" && which !== undefined && allowed("plain", "replace"))
    return show(await importFile(which, local, given));
  if (what === "list" && which === undefined && allowed("unclaimed", "page"))
    return show(await list(local, page, given.includes("unclaimed")));
  if (what === "remove" && serialNumber.safeParse(which).success && allowed())
    return show(await remove(String(which), local));
  throw new Failure(USAGE);
});

function show(lines: readonly string[]): void {
  console.log(["", ...lines].join("\n  "));
}

async function importFile(path: string, local: boolean, given: string[]): Promise<string[]> {
  const form = given.includes("plain") ? "plain" : "hashed";
  const modules = await showStep(`Reading ${path}`, () => readModuleFile(path, form));
  console.log(`  ${count(modules.length)} modules, every line as it has to be`);
  return openDatabase(local, (query, apply) =>
    importModules({
      query,
      apply,
      modules,
      replace: given.includes("replace"),
      now: Date.now(),
      showStep,
    }),
  );
}

function list(local: boolean, page: number, unclaimed: boolean): Promise<string[]> {
  return showStep("Reading the registry", () =>
    withDatabase(local, (query) => listModules(query, pageOf(page), unclaimed)),
  );
}

async function remove(serial: string, local: boolean): Promise<string[]> {
  await showStep(`Removing ${serial}`, () =>
    withDatabase(local, (query) => removeModule(query, serial)),
  );
  return [`${serial} is no longer registered.`];
}

function readArguments() {
  const { values, positionals } = parse();
  const { local = false, page = "1", ...options } = values;
  const [what, which, ...more] = positionals;
  if (more.length > 0 || !/^[1-9]\d{0,5}$/.test(page)) throw new Failure(USAGE);
  const given = [...Object.keys(options), ...(values.page === undefined ? [] : ["page"])];
  return { what, which, local, given, page: Number(page) };
}

function parse() {
  const flag = { type: "boolean" } as const;
  const options = {
    local: flag,
    plain: flag,
    replace: flag,
    unclaimed: flag,
    page: { type: "string" },
  } as const;
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Failure(
      `${error instanceof Error ? error.message : error}; known are --plain, --replace, --unclaimed, --page, --local.`,
    );
  }
}
