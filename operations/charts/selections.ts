import { z } from "zod";
import {
  listChartSelections,
  removeChartSelection,
  saveChartSelection,
} from "#database/charts/chart-selections.ts";
import { PLAIN_LINE } from "#domain/plain-line.ts";
import { Problem } from "#domain/problem.ts";
import { registerAddress } from "#domain/registers/address.ts";
import { sortNameOf } from "#domain/sites/name-index.ts";
import { MAX_CHART_SELECTIONS } from "#domain/sites/site-limits.ts";
import { onSite } from "../access.ts";
import { siteResourceInput } from "../branding/site-resource-input.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";

/** Maximum number of registers, the same as for one curve. */
const MAX_ADDRESSES = 50;
const MAX_NAME_LENGTH = 40;

const selectionName = z
  .string()
  .trim()
  .transform((name) => name.normalize("NFC"))
  .pipe(z.string().min(1, "required").max(MAX_NAME_LENGTH, "tooLong").regex(PLAIN_LINE));
const exampleOf = { name: "Batteries", addresses: ["FFFF000134", "FFFF000131"] };

/** Lists the saved selections of the advanced curve, which follow a user to other devices. */
export const listSelections = operation({
  path: "POST /site/v2/chart/selection/list",
  description: {
    summary: "Lists the caller's saved register selections at a site, sorted by name",
    output: z.object({
      list: z.array(
        z.object({ id: z.int(), name: z.string(), addresses: z.array(z.string()).readonly() }),
      ),
    }),
    example: { input: { siteId: 12 }, output: { list: [{ id: 3, ...exampleOf }] } },
  },
  input: siteInput({}),
  access: onSite("viewAdvancedCurve"),
  async run({ context, caller, site }) {
    const whose = { userId: caller.person.id, siteId: site.id };
    const found = await listChartSelections(context.database, whose);
    const inOrder = found
      .map((one) => ({ one, sortName: sortNameOf(one.name) }))
      .sort((a, b) => compare(a.sortName, b.sortName) || compare(a.one.name, b.one.name));
    return { list: inOrder.map(({ one }) => one) };
  },
});

export const saveSelection = operation({
  path: "POST /site/v2/chart/selection/save",
  description: {
    summary:
      "Saves a selection of registers for the caller, at most 20 at a site. A selection with the same name is replaced",
    output: z.object({ id: z.int() }),
    example: { input: { siteId: 12, ...exampleOf }, output: { id: 3 } },
  },
  input: siteInput({
    name: selectionName,
    addresses: z
      .array(registerAddress)
      .min(1, "required")
      .max(MAX_ADDRESSES, "tooMany")
      .refine((addresses) => new Set(addresses).size === addresses.length, "wrongValue"),
  }),
  access: onSite("saveSelections"),
  async run({ input: { name, addresses }, context, caller, site }) {
    const selection = { userId: caller.person.id, siteId: site.id, name, addresses };
    const now = context.now();
    const id = await saveChartSelection(
      context.database,
      { ...selection, now },
      MAX_CHART_SELECTIONS,
    );
    if (id === undefined) throw new Problem("notFound");
    if (id === null)
      throw new Problem("conflict", { message: "selectionsFull", limit: MAX_CHART_SELECTIONS });
    return { id };
  },
});

export const deleteSelection = operation({
  path: "POST /site/v2/chart/selection/delete",
  description: {
    summary: "Removes one of the caller's saved selections",
    output: z.null(),
    example: { input: { siteId: 12, id: 3 }, output: null },
  },
  input: siteResourceInput({}),
  access: onSite("saveSelections"),
  async run({ input: { id }, context, caller, site }) {
    const selection = { userId: caller.person.id, siteId: site.id, id };
    if (!(await removeChartSelection(context.database, selection))) throw new Problem("notFound");
    return null;
  },
});

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
