/** Address of the nth device of a type, from 0: ids begin at hexadecimal 11. */
export function addressOf(typeCode: string, index = 0): string {
  return `${typeCode}${(0x11 + index).toString(16).toUpperCase()}`;
}
