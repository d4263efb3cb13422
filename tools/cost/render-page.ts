import type { Measured } from "./counts.ts";
import { FLEET, makeSheets, priceJobs, type Sheet } from "./price-sheet.ts";
import { ASSUMED, PRICES, SOURCES } from "./prices-data.ts";

const BAR_STEPS = 20;

/** The page docs/cost.md. */
export function renderPage(measured: Measured): string {
  const sheets = makeSheets(measured);
  const fleet = sheets.at(-1)?.total ?? 0;
  const { site } = measured;
  return `# What a site costs

List prices of the platform without its free allotments, times what a running system was counted to use. \`npm run cost\` writes this page; the counts are in [cost.json](cost.json).

| | USD a site and year | at most | by mean times |
|---|---:|---:|---:|
${sheets.map(renderTotal).join("\n")}

The command fails where an idle site costs more than it may.

${sheets.map(renderSheet).join("\n")}
## 100,000 sites
${money(fleet * FLEET.sites)} USD a year. Of that, what the installation costs as such, however many sites it has: the jobs ${money(priceJobs(measured))} USD a year, and the plan's minimum of ${PRICES.plan} USD a month, which buys the free allotments that this page leaves out.

## How it was counted
The counts are of ${measured.day}, in the platform's own runtime with the real Worker, site object, queue consumer and D1. The site is "${site.name}" of the demo sites: ${site.registers} registers, ${site.sampled} of them in every sample, played by the simulator on a clock of its own.

The object hibernates after ten seconds without an event, so each upload pays for waking it. Rows are those that the platform's cursors and D1 report, alarms each \`setAlarm\`, messages and requests each call of a handler. At 60 s the second day is counted. At 300 s it is the average of three days after three others, so that the compaction of history is included. Only the times differ from run to run.

The time of each kind of event is its lower quartile, multiplied by the number of events. A busy machine delays events, and that delay is not the platform's. The quartile leaves out that the events of a kind differ; the mean includes that difference and all delays. Both stand under each table, and an idle machine lies between them. The bars apply to the lower quartile, because the mean depends on the other users of the machine.

- Storage: bytes of folded history for each day, for the first year on average half of the year. Each further year adds what the table says, because every sample is kept.
- A heartbeat that the platform answers is counted like any message.
- R2: each call of the bucket, but for deleting, which is free; once a night the store is listed. An idle site has no pictures. E-mails: each that is given to the binding; a site without subscribers, whose owner is not signing in anew, sends none.
- D1 storage: what ${(measured.rounds.own + measured.rounds.queued).toLocaleString("en")} sites with module, owner, account and one session add to the local database, ${measured.databaseBytesASite.toLocaleString("en")} bytes each, indexes included.
- Poll batches: a minute of an installation of ${(measured.rounds.own + measured.rounds.queued).toLocaleString("en")} sites was played. Its job polls ${measured.rounds.own.toLocaleString("en")} itself and sends the others through the queue. The Worker that takes them is counted as one request for so many sites (${measured.rounds.queued}) as were sent, though it may take ten times as many.
- Logs: nothing where nothing goes wrong.

What cannot be counted on a machine of one's own is assumed:

| | |
|---|---:|
| time of the platform around each event of an object | ${ASSUMED.platformMsAnEvent} ms |
| CPU of the Worker for a page | ${ASSUMED.pageMs} ms |
| CPU of the Worker for a poll of a site | ${ASSUMED.pollMs} ms |

## Prices
${SOURCES.map(({ title, address, what }) => `- [${title}](${address}): ${what}.`).join("\n")}
`;
}

function renderTotal({ title, total, bar, byMean }: Sheet): string {
  const most = bar === undefined ? "" : bar.toFixed(2);
  return `| ${title} | ${total.toFixed(2)} | ${most} | ${byMean.total.toFixed(2)} |`;
}

function renderSheet({
  title,
  story,
  lines,
  total,
  byMean,
  byQuartile,
  furtherYear,
}: Sheet): string {
  const { objectMs, workerMs } = byQuartile;
  const most = Math.max(...lines.map(({ usd }) => usd));
  const rows = lines.map(({ meter, quantity, unit, usd }) => {
    const bar = "█".repeat(Math.round((usd / most) * BAR_STEPS));
    return `| ${meter} | ${amount(quantity)} ${unit} | ${usd.toFixed(4)} | ${bar} |`;
  });
  return `## ${title}
${story}

| meter | a day | USD a year | |
|---|---:|---:|:---|
${rows.join("\n")}
| **total** | | **${total.toFixed(4)}** | |

By the mean time of each kind of event: ${amount(byMean.objectMs)} ms of the object and ${amount(byMean.workerMs)} ms of the Worker a day instead of the lower quartile's ${amount(objectMs)} and ${amount(workerMs)}, in total ${byMean.total.toFixed(4)} USD. Each further year of samples adds ${furtherYear.toFixed(2)} USD a year.
`;
}

function amount(quantity: number): string {
  const digits = quantity >= 100 ? 0 : quantity >= 1 ? 1 : 3;
  return quantity.toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

function money(usd: number): string {
  return usd >= 100 ? Math.round(usd).toLocaleString("en") : usd.toFixed(2);
}
