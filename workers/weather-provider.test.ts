import { expect, test } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { openMeteoAnswer } from "../tests/support/open-meteo-answer.ts";
import { openWeather } from "./weather-provider.ts";

const HERE = { latitude: 53.5461, longitude: 9.9937 };
const NEIGHBOUR = { latitude: 53.48, longitude: 10.04 };

/** Returns an edge cache shared by several processes, a clock, and a scripted provider. */
function bench(
  answer: () => Response | Promise<Response> = () => Response.json(openMeteoAnswer()),
) {
  const clock = { at: Date.parse("2026-11-21T12:00:00Z") };
  const asked: URL[] = [];
  const logged: string[] = [];
  const kept = new Map<string, Response>();
  const edge = {
    match: async (key: RequestInfo | URL) => kept.get((key as Request).url)?.clone(),
    put: async (key: RequestInfo | URL, response: Response) => {
      kept.set((key as Request).url, response);
    },
  };
  const open = (address = "https://weather.example/v1/forecast?apikey=secret") =>
    openWeather({
      address,
      now: () => clock.at,
      log: {
        info: (...line) => void logged.push(JSON.stringify(line)),
        error: (...line) => void logged.push(JSON.stringify(line)),
      },
      edge: () => edge as unknown as Cache,
      ask: async (input) => {
        asked.push(new URL(String(input)));
        return answer();
      },
    });
  return { clock, asked, logged, kept, open };
}

test("neighbours share a forecast for half an hour, and the provider learns no house", async () => {
  const { open, asked, clock } = bench();
  const weather = open();
  const [one, other] = await Promise.all([weather.forecastAt(HERE), weather.forecastAt(NEIGHBOUR)]);
  expect(one?.days[0]?.tempMax).toBe(7.5);
  expect(other).toEqual(one);
  clock.at += 30 * MINUTE_MS - 1;
  await weather.forecastAt(NEIGHBOUR);
  expect(asked).toHaveLength(1);
  expect([...(asked[0]?.searchParams.entries() ?? [])]).toEqual(
    expect.arrayContaining([
      ["latitude", "53.5"],
      ["longitude", "10"],
    ]),
  );
  clock.at += 1;
  await weather.forecastAt(HERE);
  expect(asked).toHaveLength(2);
});

test("an answer requested by one process is cached at the edge for all others", async () => {
  const { open, asked, clock } = bench();
  const first = await open().forecastAt(HERE);
  clock.at += 10 * MINUTE_MS;
  expect(await open().forecastAt(NEIGHBOUR)).toEqual(first);
  expect(asked).toHaveLength(1);
  clock.at += 20 * MINUTE_MS;
  await open().forecastAt(HERE);
  expect(asked, "the edge itself may keep it too long").toHaveLength(2);
});

test("an answer cached by another version is requested again", async () => {
  const { open, asked, kept, clock } = bench();
  await open().forecastAt(HERE);
  for (const name of kept.keys())
    kept.set(name, Response.json({ old: 1 }, { headers: { "x-kept-at": String(clock.at) } }));
  expect(await open().forecastAt(HERE)).not.toBeNull();
  expect(asked).toHaveLength(2);
});

test.each([
  ["refuses", () => new Response("too many", { status: 429 })],
  ["fails", () => new Response(null, { status: 502 })],
  ["says something else", () => Response.json({ error: true })],
  ["says nothing", () => new Response("")],
  ["is not there", () => Promise.reject(new TypeError("fetch failed: secret"))],
  ["does not answer in time", () => Promise.reject(new DOMException("", "TimeoutError"))],
])("a provider that %s is away, and left in peace for a minute", async (_, answer) => {
  const { open, asked, clock, logged } = bench(answer);
  const weather = open();
  expect(await weather.forecastAt(HERE)).toBeNull();
  clock.at += MINUTE_MS - 1;
  expect(await weather.forecastAt(NEIGHBOUR)).toBeNull();
  expect(asked).toHaveLength(1);
  clock.at += 1;
  await weather.forecastAt(HERE);
  expect(asked).toHaveLength(2);
  expect(logged.join()).toContain("the weather provider did not answer");
  expect(logged.join(), "neither the key nor the place").not.toMatch(/secret|53\.5/);
});

test("the provider is used again once it recovers", async () => {
  let isAway = true;
  const { open, clock } = bench(() =>
    isAway ? new Response(null, { status: 503 }) : Response.json(openMeteoAnswer()),
  );
  const weather = open();
  expect(await weather.forecastAt(HERE)).toBeNull();
  isAway = false;
  clock.at += MINUTE_MS;
  expect(await weather.forecastAt(HERE)).not.toBeNull();
});

test("without an address no request is made", async () => {
  const { open, asked } = bench();
  expect(await open("").forecastAt(HERE)).toBeNull();
  expect(asked).toEqual([]);
});
