export type NamedOptions = { name: string | undefined; options: Record<string, string> };

/**
 * Parses `name --key value --flag`; a flag without a value has the value "true".
 * @throws Error for a second name
 */
export function readNamedOptions(args: readonly string[]): NamedOptions {
  const options: Record<string, string> = {};
  let name: string | undefined;
  for (let index = 0; index < args.length; index++) {
    const given = args[index] ?? "";
    if (!given.startsWith("--")) {
      if (name !== undefined) throw new Error(`unexpected argument "${given}"`);
      name = given;
      continue;
    }
    const [key = "", value] = given.slice(2).split("=", 2);
    const next = args[index + 1];
    if (value !== undefined) options[key] = value;
    else if (next !== undefined && !next.startsWith("--")) {
      options[key] = next;
      index += 1;
    } else options[key] = "true";
  }
  return { name, options };
}
