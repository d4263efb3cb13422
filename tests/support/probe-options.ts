import { z } from "zod";

/**
 * What was given after `npm run probe -- <name>`, checked: all values are strings as given.
 * @param text `env.PROBE` in workerd, `process.env.HELIOPORT_PROBE` in Node
 */
export function readProbeOptions<Shape extends z.ZodRawShape>(
  text: string | undefined,
  shape: Shape,
) {
  return z.strictObject(shape).parse(JSON.parse(text ?? "{}"));
}
