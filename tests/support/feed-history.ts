import { gunzipSync } from "node:zlib";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { SampleBatch } from "#durable-objects/site/series/sample-batch.ts";
import type { RecordedHistory } from "#simulator/histories/recorded-history.ts";

const BATCH = 2_000;

/** The text of a recording that was bundled as an address of its own bytes. */
export function unpack(address: string): string {
  return gunzipSync(Buffer.from(address.slice(address.indexOf(",") + 1), "base64")).toString(
    "utf8",
  );
}

/** Samples in batches as a store takes them: of instants that ascend. */
export function* batchesOf(
  { times, columns }: Pick<RecordedHistory, "times" | "columns">,
  isWanted: (address: string) => boolean = () => true,
): Generator<SampleBatch> {
  for (let start = 0; start < times.length; ) {
    let end = start + 1;
    while (end < times.length && end - start < BATCH && (times[end] ?? 0) > (times[end - 1] ?? 0))
      end++;
    const some = [...columns].filter(([address]) => isWanted(address));
    yield {
      times: times.slice(start, end),
      columns: new Map(
        some.map(([address, column]): [string, readonly RegisterValue[]] => [
          address,
          column.slice(start, end),
        ]),
      ),
    };
    start = end;
  }
}
