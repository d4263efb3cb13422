import type { Measured } from "./counts.ts";
import { FLEET, makeSheets, priceJobs, type Sheet } from "./price-sheet.ts";
import { ASSUMED, PRICES, SOURCES } from "./prices-data.ts";

const BAR_STEPS = 20;

/** Renders the page docs/cost.md. */
export function renderPage(measured: Measured): string {
  const sheets = makeSheets(measured);
  const fleet = sheets.at(-1)?.total ?? 0;
  const { site } = measured;
  return `# What a site costs

Use this page to estimate what a deployment costs. The prices are list prices of the platform without its free allotments; the quantities were counted in a running system. \`npm run cost\` writes this page; the counts are in [cost.json](cost.json).

| | USD a site and year | at most | by mean times |
|---|---:|---:|---:|
${sheets.map(renderTotal).join("\n")}

The command fails if an idle site or its alarms cost more than their maximum.

${sheets.map(renderSheet).join("\n")}
## 100,000 sites
${money(fleet * FLEET.sites)} USD a year. Two parts do not depend on the number of sites: the jobs, ${money(priceJobs(measured))} USD a year, and the plan's minimum of ${PRICES.plan} USD a month, which includes the free allotments that this page leaves out.

## How it was counted
The counts are of ${measured.day}, in the platform's own runtime with the real Worker, site object, queue consumer and D1. The site is "${site.name}" of the demo sites: ${site.registers} registers, ${site.sampled} of them in every sample, simulated on a virtual clock.

The object hibernates after ten seconds without an event, so each upload pays for waking it. Rows are counted as the platform's cursors and D1 report them, alarms by calls of \`setAlarm\`, messages and requests by calls of a handler. With 60 s uploads the second day is counted. With 300 s uploads it is the average of days four to six, so that the compaction of history is included. Only the times differ from run to run.

The time of each kind of event is its lower quartile, multiplied by the number of events. A busy machine delays events, which the platform would not. The quartile ignores differences between events of a kind; the mean includes them and all delays. Both are shown under each table; the value of an idle machine lies between them. The maximum applies to the lower quartile, because the mean depends on other programs on the machine.

The time of a poll is that of the call to the object. The queries of the job before and after it belong to the Worker; a call waits for none of them.

- Storage: the bytes of compacted history of each day; in the first year, on average half a year is stored. Each further year adds the amount under the table, because every sample is kept.
- A heartbeat that the platform answers is counted like any message.
- R2: each call of the bucket except deletions, which are free; the store is listed once a night. An idle site has no images.
- E-mails: each that is sent through the binding. An idle site without alarms sends none.
- Alarms: the difference between three hours with an alarm that lasts for an hour and the three hours before.
- D1 storage: the size by which ${(measured.rounds.own + measured.rounds.queued).toLocaleString("en")} sites with module, owner, account and one session increase the local database, ${measured.databaseBytesASite.toLocaleString("en")} bytes each, indexes included.
- Poll batches: one minute of a deployment of ${(measured.rounds.own + measured.rounds.queued).toLocaleString("en")} sites was simulated. Its job polls ${measured.rounds.own.toLocaleString("en")} sites directly and the others through the queue. The Worker that consumes the queue is counted as one request for ${measured.rounds.queued} sites, although one request can handle ten times as many.
- Logs: no log lines without errors.

What cannot be counted on a local machine is assumed:

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
