import { expect, test } from "vitest";
import { readSiteContextSettings } from "./site-context-settings.ts";

test("settings of a site's surroundings are optional; invalid ones are named", () => {
  expect(readSiteContextSettings({})).toEqual({
    weatherAddress: "",
    globalEnergy: { factor: 1, base: 0 },
  });
  const set = {
    WEATHER_URL: "https://weather.example/v1/forecast?apikey=k",
    GLOBAL_ENERGY_FACTOR: 3,
    GLOBAL_ENERGY_BASE_WH: "144092328960",
  };
  expect(readSiteContextSettings(set)).toEqual({
    weatherAddress: set.WEATHER_URL,
    globalEnergy: { factor: 3, base: 144_092_328_960 },
  });
  for (const wrong of [
    { WEATHER_URL: "somewhere" },
    { GLOBAL_ENERGY_FACTOR: "much" },
    { GLOBAL_ENERGY_BASE_WH: -1 },
  ])
    expect(() => readSiteContextSettings(wrong)).toThrow(Object.keys(wrong)[0]);
});
