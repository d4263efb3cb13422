import { z } from "zod";
import { PRODUCTS } from "#domain/devices/products.ts";
import { LANGUAGES } from "#domain/languages.ts";
import { signedIn } from "../access.ts";
import { operation } from "../operation.ts";

export const listProducts = operation({
  path: "POST /site/v2/product/getAll",
  description: {
    summary: "Lists the types of devices, data loggers and inverters that the portal knows",
    output: z.object({
      list: z.array(
        z.object({
          id: z.string().describe("The kind, a colon, and the type"),
          kind: z.enum(["device", "logger", "inverter"]),
          name: z.string().describe("Product name, or the name of a device type in that language"),
        }),
      ),
    }),
    example: {
      input: { languageCode: "en" },
      output: {
        list: [
          { id: "device:inverterCharger", kind: "device", name: "Inverter charger" },
          { id: "logger:E4", kind: "logger", name: "E4" },
        ],
      },
    },
  },
  input: z.object({
    languageCode: z
      .enum(LANGUAGES)
      .optional()
      .describe("Language of the names; the language of the request if omitted"),
  }),
  access: signedIn("listSites"),
  async run({ input, context }) {
    const names = await context.deviceNames(input.languageCode ?? context.language);
    return {
      list: PRODUCTS.map((product) => ({
        id: product.id,
        kind: product.kind,
        name: product.kind === "device" ? names[product.device] : product.name,
      })),
    };
  },
});
