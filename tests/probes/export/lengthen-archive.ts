import { open } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { ArchiveWriter, NEW_ARCHIVE } from "#operations/archives/archive-writer.ts";
import { openArchive } from "#protocol/archive/read-archive.ts";
import { MAX_FILE_VALUES, writeSamples } from "#protocol/archive/samples-format.ts";
import { readEntry } from "#protocol/archive/zip.ts";
import type { TiledHousehold } from "../../bench/peers/tiled-household.ts";

const PART_BYTES = 8 * 1_048_576;
const MAX_ENTRY_BYTES = 16 * 1_048_576;

type Lengthened = {
  from: number;
  days: number;
  stepMs: number;
  samplesPerDay: number;
  household: TiledHousehold;
  /** Reports the number of days that are written. */
  onDay(written: number): void;
};

/**
 * Writes an archive that has everything of another one, but samples of many days in place of its own. Loggers may not
 * send that many in a reasonable time.
 */
export async function lengthenArchive(
  template: string,
  file: string,
  { from, days, stepMs, samplesPerDay, household, onDay }: Lengthened,
): Promise<void> {
  const source = await open(template);
  const target = await open(file, "w");
  try {
    const read = async (at: number, length: number) => {
      const bytes = new Uint8Array(length);
      await source.read(bytes, 0, length, at);
      return bytes;
    };
    const { manifest, entries } = await openArchive(read, (await source.stat()).size);
    const store = {
      partBytes: PART_BYTES,
      async storePart(number: number, bytes: Uint8Array) {
        await target.write(bytes, 0, bytes.length, (number - 1) * PART_BYTES);
        return "";
      },
    };
    const writer = new ArchiveWriter(store, NEW_ARCHIVE, new Uint8Array());
    const daysInFile = Math.floor(MAX_FILE_VALUES / (samplesPerDay * household.addresses.length));
    for (const [index, entry] of entries.entries()) {
      const [folder = "", number] = entry.name.split("/");
      // The rollups and the newest values are those of the samples.
      if (folder === "days" || folder === "latest") continue;
      if (folder !== "samples") {
        const text = gunzipSync(await readEntry(read, entry, MAX_ENTRY_BYTES)).toString();
        await writer.addRows(folder, text, manifest.files[index]?.rows ?? 0);
        continue;
      }
      if (number?.startsWith("00001.") !== true) continue;
      for (let day = 0; day < days; day += daysInFile) {
        const lines: string[] = [];
        for (let each = day; each < Math.min(day + daysInFile, days); each++) {
          const period = household.read(
            from + each * stepMs * samplesPerDay,
            stepMs,
            samplesPerDay,
          );
          lines.push(
            ...writeSamples({
              at: Float64Array.from(
                { length: samplesPerDay },
                (_, step) => period.from + step * stepMs,
              ),
              addresses: household.addresses,
              columns: period.columns.map((column, place) =>
                column.map((steps) => household.valueOf(place, steps)),
              ),
            }),
          );
        }
        await writer.addRows("samples", lines.join(""), lines.length);
        onDay(Math.min(day + daysInFile, days));
      }
    }
    await writer.finish({ kind: "site", createdAt: manifest.createdAt, origin: manifest.origin });
  } finally {
    await source.close();
    await target.close();
  }
}
