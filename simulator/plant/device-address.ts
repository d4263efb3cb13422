/** Address of the nth device of a type, counted from 0: the ids count up from hexadecimal 11. */
export function addressOf(typeCode: string, index = 0): string {
  return `${typeCode}${(0x11 + index).toString(16).toUpperCase()}`;
}
