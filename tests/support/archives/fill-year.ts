import { DAY_MS } from "#domain/units/durations.ts";
import { siteStub } from "../site-logger.ts";

const STEP_MS = 10_000;
const REGISTERS = [
  "FFFF000100",
  "FFFF000110",
  "FFFF000120",
  "FFFF000134",
  "FFFF000203",
  "FFFF000170",
];

/**
 * Stores a sample of six registers every ten seconds: powers, a charge, a counter and a text.
 * @returns number of values
 */
export async function fillYear(
  siteId: number,
  { days, until }: { days: number; until: number },
): Promise<number> {
  const object = siteStub(siteId);
  await object.beginArchiveImport(siteId, "Europe/Berlin", REGISTERS);
  let count = 0;
  for (let day = 0; day < days; day++) {
    const from = until - (days - day) * DAY_MS;
    const at = Float64Array.from({ length: DAY_MS / STEP_MS }, (_, step) => from + step * STEP_MS);
    const sun = at.map((_, step) =>
      Math.max(0, Math.round(5_000 * Math.sin((step * Math.PI) / 8_640))),
    );
    const load = at.map((_, step) => 300 + ((step * 7_919 + day * 104_729) % 997));
    const columns = [
      sun,
      load,
      sun.map((power, step) => (load[step] ?? 0) - power),
      at.map((_, step) => Math.round(500 + 400 * Math.sin(step / 3_000)) / 10),
      at.map((_, step) => (day * 8_640 + step) / 100),
      Array.from(at, (_, step) => (step % 360 === 0 ? "grid" : null)),
    ];
    await object.importSamples({ at, addresses: REGISTERS, columns });
    count += at.length * (REGISTERS.length - 1) + at.length / 360;
  }
  while (!(await object.settleImport()));
  return count;
}
