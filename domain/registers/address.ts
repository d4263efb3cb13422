import { z } from "zod";

const hex = (length: number) => new RegExp(`^[0-9A-Fa-f]{${length}}$`);
const raised = (text: string) => text.toUpperCase();

/** Register address of ten hexadecimal characters: 4 device type, 2 id, 4 register. The output is in upper case. */
export const registerAddress = z.string().regex(hex(10)).transform(raised);
/** First six characters of a register address: 4 device type, 2 id. */
export const equipmentAddress = z.string().regex(hex(6)).transform(raised);
/** Last four characters of a register address. */
export const registerNumber = z.string().regex(hex(4)).transform(raised);
/** First four characters of an address: the type code. */
export const equipmentTypeCode = z.string().regex(hex(4)).transform(raised);
