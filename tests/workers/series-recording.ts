import { gunzipSync } from "node:zlib";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { SampleBatch } from "#durable-objects/site/series/sample-batch.ts";
import packed from "../../simulator/recordings/givenergy-household.csv.gz?url&inline";

export type Sample = { at: number; values: readonly [address: string, value: RegisterValue][] };

/** Ten real days of a house, 33 columns, 32 of its instants twice with differing values. */
export function householdSamples(): Sample[] {
  const bytes = Buffer.from(packed.slice(packed.indexOf(",") + 1), "base64");
  const [head = "", ...lines] = gunzipSync(bytes).toString("utf8").trim().split("\n");
  const columns = head.split(",").slice(1);
  return lines.map((line) => {
    const [time = "", ...cells] = line.split(",");
    return {
      at: Date.parse(time),
      values: columns.map((_, index) => [addressOf(index), cellValue(cells[index] ?? "")]),
    };
  });
}

/** One batch of samples in any order; those that repeat an instant go to further batches. */
export function batchesOf(samples: readonly Sample[]): SampleBatch[] {
  const batches: SampleBatch[] = [];
  let rest = [...samples].sort((a, b) => a.at - b.at);
  while (rest.length > 0) {
    const now = rest.filter(({ at }, index) => index === 0 || rest[index - 1]?.at !== at);
    rest = rest.filter((sample) => !now.includes(sample));
    const columns = new Map<string, RegisterValue[]>();
    for (const [index, { values }] of now.entries())
      for (const [address, value] of values) {
        const column = columns.get(address) ?? new Array<RegisterValue>(now.length).fill(null);
        column[index] = value;
        columns.set(address, column);
      }
    batches.push({ times: now.map(({ at }) => at), columns });
  }
  return batches;
}

function addressOf(index: number): string {
  return `FFFF00${(0x1000 + index).toString(16).toUpperCase()}`;
}

function cellValue(cell: string): RegisterValue {
  if (cell === "") return null;
  const number = Number(cell);
  return Number.isNaN(number) ? cell : number;
}
