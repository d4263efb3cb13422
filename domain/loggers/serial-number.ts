import { z } from "zod";

/** Serial number of a communication module: 6 to 32 of A-Z, 0-9 and hyphen. */
export const serialNumber = z.string().regex(/^[A-Z0-9-]{6,32}$/, "serialFormat");
