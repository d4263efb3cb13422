import { z } from "zod";
import {
  findModules,
  listModules,
  MODULE_STATES,
  type NewModule,
  registerModules,
  removeModule,
} from "#database/platform/modules.ts";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import { Problem } from "#domain/problem.ts";
import { confirmed, signedIn } from "../access.ts";
import { confirmField } from "../confirmation.ts";
import type { SignedIn } from "../context.ts";
import { operation } from "../operation.ts";
import { actingOf } from "./acting.ts";
import { cursorPage, listedAfter } from "./cursor-page.ts";
import { compareModules, MAX_IMPORTED_MODULES, moduleRow, prepareModules } from "./module-rows.ts";

const listedModule = z.object({
  serial: z.string(),
  type: z.string().nullable().describe("Model name; null if unknown"),
  claimed: z.boolean().describe("Whether a site has it"),
  released: z.boolean().describe("Whether an owner has released it"),
  createTime: z.int().describe("ms UTC"),
});

const secrets = z.object({
  serial: z.string(),
  checkCode: z.string(),
  secret: z.string(),
});
const exampleSecrets = {
  serial: "K1-2026-0001",
  checkCode: "7KQ2M9XWPA",
  secret: "m3V1cS9zYW1wbGUtc2VjcmV0LW9mLWxvZ2dlcg",
};

export const pageModules = operation({
  path: "POST /platform/v2/module/page",
  description: {
    summary:
      "Returns one page of the registry of modules by serial number, by its beginning and state. For operators only",
    output: listedAfter(listedModule, z.string()),
    example: {
      input: { search: "K1-", state: "unclaimed", size: 20 },
      output: {
        list: [
          {
            serial: "K1-2026-0001",
            type: "K1",
            claimed: false,
            released: false,
            createTime: 1_790_000_000_000,
          },
        ],
        next: null,
      },
    },
  },
  input: cursorPage(z.string().max(64)).extend({
    search: z.string().trim().toUpperCase().max(32, "tooLong").default(""),
    state: z.enum(MODULE_STATES).default("all"),
  }),
  access: signedIn("editModules"),
  writes: false,
  async run({ input: { search, state, after, size }, context: { database } }) {
    const rows = await listModules(database, { search, state, after, limit: size + 1 });
    const list = rows
      .slice(0, size)
      .map(({ createdAt, ...module }) => ({ ...module, createTime: createdAt }));
    return { list, next: rows.length > size ? (list.at(-1)?.serial ?? null) : null };
  },
});

export const addModule = operation({
  path: "POST /platform/v2/module/add",
  description: {
    summary:
      "Registers one module. A check code and secret that are left out are generated and returned, this once. For operators only",
    output: secrets.nullable().describe("The generated values; no data if there are none"),
    example: { input: { serial: "K1-2026-0001", type: "K1" }, output: exampleSecrets },
  },
  input: z.object({
    ...moduleRow.pick({ serial: true, type: true, checkCode: true, secret: true }).shape,
    ...confirmField,
  }),
  access: confirmed(signedIn("editModules")),
  async run({ input: { confirm: _, ...row }, context, caller }) {
    const { faults, modules, generated } = prepareModules([row], context);
    if (faults.length > 0)
      throw new Problem("invalid", {
        fields: Object.fromEntries(faults.map(({ field, fault }) => [field, fault])),
        limits: Object.fromEntries(
          faults.flatMap(({ field, limit }) =>
            limit === undefined ? [] : [[field, limit] as const],
          ),
        ),
      });
    const added = modules.map(({ module }) => module);
    const details = { serial: added[0]?.serial ?? "" };
    const acting = { ...actingOf(caller, context), act: "module.added", details } as const;
    if (!(await registerModules(context.database, added, acting)))
      throw new Problem("conflict", { message: "moduleThere", fields: { serial: "moduleThere" } });
    return generated[0] ?? null;
  },
});

export const importModules = operation({
  path: "POST /platform/v2/module/import",
  description: {
    summary:
      "Registers up to 1,000 modules, all or none; only checks them without `apply`. Check codes and secrets that are missing are generated and returned once. For operators only",
    output: z.object({
      added: z
        .int()
        .describe("Modules that are new; registered with `apply`, if there is no fault"),
      present: z.int().describe("Modules that are registered in the same way"),
      faults: z.array(
        z.object({
          row: z.int().describe("Place of the module, from 0"),
          field: z.string(),
          fault: z.string().describe("Key of the message"),
          limit: z
            .union([z.object({ max: z.number() }), z.object({ min: z.number() })])
            .optional()
            .describe("The bound that the value exceeds"),
        }),
      ),
      generated: z.array(secrets),
    }),
    example: {
      input: { modules: [{ serial: "K1-2026-0001", type: "K1" }], apply: true },
      output: { added: 1, present: 0, faults: [], generated: [exampleSecrets] },
    },
  },
  input: z.object({
    modules: z.array(moduleRow).min(1, "required").max(MAX_IMPORTED_MODULES, "tooMany"),
    apply: z.boolean().default(false),
    ...confirmField,
  }),
  access: confirmed<{ apply: boolean }, { caller: SignedIn }>(
    signedIn("editModules"),
    ({ apply }) => apply,
  ),
  async run({ input: { modules: rows, apply }, context, caller }) {
    const { database, keys } = context;
    const { faults: ofRows, modules, generated } = prepareModules(rows, context);
    const registered = await findModules(
      database,
      modules.map(({ module }) => module.serial),
    );
    const { missing, present, faults: ofRegistry } = compareModules(keys, modules, registered);
    const faults = [...ofRows, ...ofRegistry].sort((one, other) => one.row - other.row);
    const added = faults.length > 0 ? 0 : missing.length;
    if (!apply || added === 0) return { added, present, faults, generated: [] };
    const details = { count: added };
    const acting = { ...actingOf(caller, context), act: "module.imported", details } as const;
    if (!(await registerModules(database, missing, acting))) throw new Problem("conflict");
    return { added, present, faults, generated: ofMissing(generated, missing) };
  },
});

function ofMissing(generated: readonly z.infer<typeof secrets>[], missing: readonly NewModule[]) {
  const serials = new Set(missing.map(({ serial }) => serial));
  return generated.filter(({ serial }) => serials.has(serial));
}

export const deleteModule = operation({
  path: "POST /platform/v2/module/delete",
  description: {
    summary:
      "Removes an unclaimed module from the registry. Returns 409 if a site has it. For operators only",
    output: z.null(),
    example: { input: { serial: "K1-2026-0001" }, output: null },
  },
  input: z.object({ serial: serialNumber, ...confirmField }),
  access: confirmed(signedIn("editModules")),
  async run({ input: { serial }, context, caller }) {
    const { database } = context;
    if (await removeModule(database, serial, actingOf(caller, context))) return null;
    const [found] = await findModules(database, [serial]);
    if (found === undefined) throw new Problem("notFound");
    throw new Problem("conflict", { message: "moduleClaimed" });
  },
});
