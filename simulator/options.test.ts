import { expect, test } from "vitest";
import { readOptions } from "./options.ts";
import { readRelayOptions } from "./relay-options.ts";

test("without options the demo sites run as they are", () => {
  expect(readOptions([])).toEqual({
    url: "http://localhost:8787/",
    fleet: ".helioport/fleet.json",
    sites: null,
    serials: [],
    speed: 1,
    seed: 1,
    state: undefined,
    script: [],
    past: false,
    firmwareKeys: new Map(),
    scenarios: [],
    waitScale: 1,
  });
  expect(readRelayOptions([])).toMatchObject({ port: 9787, seed: 1 });
});

test("scenarios are named in any order, each once", () => {
  const options = readOptions(["--scenario", "Half-open, cloudy,half-open"]);
  expect(options !== "help" && options.scenarios.map(({ name }) => name)).toEqual([
    "half-open",
    "cloudy",
  ]);
});

test("help is given", () => {
  expect([readOptions(["--help"]), readRelayOptions(["--help"])]).toEqual(["help", "help"]);
});

test.each([
  [["--sites", "0"], '--sites is a whole number from 1 to 10000, not "0"'],
  [["--speed", "x"], '--speed is a number from 1 to 3600, not "x"'],
  [["--url", "ftp://x"], "--url is an address such as http://localhost:8787"],
  [["--nonsense"], "--nonsense"],
  [["--firmware-keys", "abc"], "--firmware-keys has a word that is no public key"],
  [["--script", "explode@3s"], '"explode@3s" is not a step of a script'],
  [["--scenario", "cloudy,rain"], 'There is no scenario "rain"; there are cloudy, '],
  [["--sites", "2", "--serial", "X"], "--sites and --serial cannot be used together"],
])("%j is refused in one line", (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});

test.each([
  [["--scenario", "cloudy"], "The scenario cloudy has no line faults"],
  [["--port", "70000"], '--port is a whole number from 0 to 65535, not "70000"'],
  [["--sites", "2"], "--sites"],
])("for a line %j is refused in one line", (args, message) => {
  expect(() => readRelayOptions(args)).toThrow(message);
});
