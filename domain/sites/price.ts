import { z } from "zod";

/** What a kWh costs, or earns: an hour's wage in a currency of many noughts is still less. */
export const pricePerKwh = z.number().min(0, "tooSmall").max(1_000_000, "tooBig");
