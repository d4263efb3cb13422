import { z } from "zod";
import { signedIn } from "../access.ts";
import { operation } from "../operation.ts";
import { labelShape, verifyModuleLabel } from "./verify-module-label.ts";

/** Checks whether a label allows a module to be claimed. */
export const checkSn = operation({
  path: "POST /site/v2/checksn",
  description: {
    summary:
      "Checks whether a module can be claimed with its check code. A wrong code, an unknown serial number and a claimed module give the same answer",
    output: z.object({
      sn: z.string(),
      type: z.string().nullable().describe("Type of the module, as named by the operator"),
    }),
    example: {
      input: { sn: "HP-0001", checkCode: "7QK4-M2XD" },
      output: { sn: "HP-0001", type: "HL-2" },
    },
  },
  input: z.object(labelShape),
  access: signedIn("addSite"),
  async run({ input, context, caller }) {
    const { serial, type } = await verifyModuleLabel(context, caller, input);
    return { sn: serial, type };
  },
});
