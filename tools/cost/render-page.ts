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

| | USD a site and year |
|---|---:|
${sheets.map(({ title, total }) => `| ${title} | ${total.toFixed(2)} |`).join("\n")}

${sheets.map(renderSheet).join("\n")}
## 100,000 sites
${money(fleet * FLEET.sites)} USD a year. Of that, what the installation costs as such, however many sites it has: the jobs ${money(priceJobs(measured))} USD a year, and the plan's minimum of ${PRICES.plan} USD a month, which buys the free allotments that this page leaves out.

## How it was counted
On ${measured.day}, in the platform's own runtime with the real Worker, site's object, queue consumer and D1: "${site.name}" of the demo sites, ${site.registers} registers, ${site.sampled} of them in every sample, as the simulator plays it, by a clock of its own. The object hibernates wherever nothing happens for ten seconds, so each upload pays for waking it. Rows are those that the platform's cursors and D1 report, alarms each \`setAlarm\`, messages and requests each call of a handler. At 60 s it is the second day that counts, at 300 s the average of three days after three others, so that history is being folded. Time is the lower quartile of each kind of event on the machine at hand: of all figures only this one differs from run to run.

- Storage: bytes of folded history for each day, for the first year on average half of the year. Each further year adds what the table says, because every sample is kept.
- A heartbeat that the platform answers is counted like any message.
- R2 and mail: nothing yet. Logs: nothing where nothing goes wrong.

What cannot be counted on a machine of one's own is assumed:

| | |
|---|---:|
| time of the platform around each event of an object | ${ASSUMED.platformMsAnEvent} ms |
| CPU of the Worker for a page | ${ASSUMED.pageMs} ms |
| CPU of the Worker for a visit to a site | ${ASSUMED.visitMs} ms |
| a site in D1, with members, module and indexes | ${ASSUMED.databaseBytesASite} bytes |

## Prices
${SOURCES.map(({ title, address, what }) => `- [${title}](${address}): ${what}.`).join("\n")}
`;
}

function renderSheet({ title, story, lines, total, furtherYear }: Sheet): string {
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

Each further year of samples adds ${furtherYear.toFixed(2)} USD a year.
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
