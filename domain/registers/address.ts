import { z } from "zod";

const hex = (length: number) => new RegExp(`^[0-9A-Fa-f]{${length}}$`);
const raised = (text: string) => text.toUpperCase();

/** Ten hexadecimal characters: 4 device type, 2 id, 4 register. Lower case is taken and raised. */
export const registerAddress = z.string().regex(hex(10)).transform(raised);
/** The first six characters of a register address: 4 device type, 2 id. */
export const equipmentAddress = z.string().regex(hex(6)).transform(raised);
/** The last four characters of a register address. */
export const registerNumber = z.string().regex(hex(4)).transform(raised);
/** The first four characters of an address. */
export const equipmentTypeCode = z.string().regex(hex(4)).transform(raised);
