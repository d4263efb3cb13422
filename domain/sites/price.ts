import { z } from "zod";

/** Price of a kWh in the currency of the site; the maximum allows for currencies of low value. */
export const pricePerKwh = z.number().min(0, "tooSmall").max(1_000_000, "tooBig");
