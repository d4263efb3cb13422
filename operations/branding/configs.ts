import { z } from "zod";
import { addConfig, changeConfig, listConfigs, removeConfig } from "#database/branding/configs.ts";
import { LANGUAGES } from "#domain/languages.ts";
import { Problem } from "#domain/problem.ts";
import { configOption, configValue } from "#domain/sites/config-options.ts";
import { onSite, signedIn } from "../access.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { siteResourceInput } from "./site-resource-input.ts";

const languageCode = z
  .enum(LANGUAGES)
  .optional()
  .describe("Language of the names; the language of the request if omitted");
const named = { option: configOption, name: z.string().describe("Name in that language") };
const id = z.int();

export const listConfigOptions = operation({
  path: "POST /site/v2/config/getAllConfigOptionBylanguageCode",
  description: {
    summary: "Lists the options for describing a site's equipment by numbers",
    output: z.object({ list: z.array(z.object(named)) }),
    example: {
      input: { languageCode: "en" },
      output: { list: [{ option: "panelCount", name: "Number of panels" }] },
    },
  },
  input: z.object({ languageCode }),
  access: signedIn("listSites"),
  async run({ input, context }) {
    const names = await context.configNames(input.languageCode ?? context.language);
    return { list: configOption.options.map((option) => ({ option, name: names[option] })) };
  },
});

export const listSiteConfigs = operation({
  path: "POST /site/v2/config/getAllBySiteIdAndlanguageCode",
  description: {
    summary: "Lists the config options of a site with their numbers",
    output: z.object({ list: z.array(z.object({ id, ...named, value: configValue })) }),
    example: {
      input: { siteId: 12, languageCode: "en" },
      output: {
        list: [{ id: 3, option: "panelCount", name: "Number of panels", value: "24" }],
      },
    },
  },
  input: siteInput({ languageCode }),
  access: onSite("viewRealtime"),
  async run({ input, context, site }) {
    const names = await context.configNames(input.languageCode ?? context.language);
    const rows = await listConfigs(context.database, site.id);
    return {
      list: rows.map(({ id, option, value }) => ({ id, option, name: names[option], value })),
    };
  },
});

export const addSiteConfig = operation({
  path: "POST /site/v2/config/add",
  description: {
    summary: "Adds a config option with its number to a site. A site has each option at most once",
    output: z.object({ id, option: configOption, value: configValue }),
    example: {
      input: { siteId: 12, option: "panelCount", value: "24" },
      output: { id: 3, option: "panelCount", value: "24" },
    },
  },
  input: siteInput({ option: configOption, value: configValue }),
  access: onSite("editTags"),
  async run({ input: { option, value }, context, caller, site }) {
    const acting = { siteId: site.id, by: caller.person.id, now: context.now() };
    const config = { ...acting, option, value };
    const added = await addConfig(context.database, config);
    if (added === undefined) throw optionThere();
    return added;
  },
});

export const updateSiteConfig = operation({
  path: "POST /site/v2/config/update",
  description: {
    summary: "Changes the number of a config option, and the option itself if one is given",
    output: z.null(),
    example: { input: { siteId: 12, id: 3, value: "26" }, output: null },
  },
  input: siteResourceInput({ option: configOption.optional(), value: configValue }),
  access: onSite("editTags"),
  async run({ input: { id, option, value }, context, caller, site }) {
    const acting = { siteId: site.id, by: caller.person.id, now: context.now() };
    const changed = await changeConfig(context.database, { ...acting, id, option, value });
    if (changed === undefined) throw new Problem("notFound");
    if (changed === "there") throw optionThere();
    return null;
  },
});

/** Removing a missing row succeeds. */
export const deleteSiteConfig = operation({
  path: "POST /site/v2/config/delete",
  description: {
    summary: "Removes a config option from a site",
    output: z.null(),
    example: { input: { siteId: 12, id: 3 }, output: null },
  },
  input: siteResourceInput({}),
  access: onSite("editTags"),
  async run({ input: { id }, context, caller, site }) {
    const acting = { siteId: site.id, by: caller.person.id, now: context.now() };
    await removeConfig(context.database, { ...acting, id });
    return null;
  },
});

function optionThere(): Problem {
  return new Problem("invalid", { fields: { option: "optionThere" } });
}
