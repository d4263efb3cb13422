import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS } from "#domain/units/durations.ts";
import { clearSky } from "./clear-sky.ts";
import { coverOfClouds, dimByClouds } from "./clouds.ts";
import { cellTemperature, irradianceOnPlane, panelPower } from "./panels.ts";
import { locateSun } from "./sun-position.ts";

const JUNE = Date.UTC(2026, 5, 21, 12);

test("a high sun at sea level gives about 1000 W/m² and more on a mountain", () => {
  const low = clearSky(JUNE, 90, 0);
  expect(low.global).toBeGreaterThan(950);
  expect(low.global).toBeLessThan(1_100);
  expect(clearSky(JUNE, 90, 2_000).global).toBeGreaterThan(low.global);
  expect(clearSky(JUNE, -0.1, 0).global).toBe(0);
});

test("a closed cover leaves a quarter of the light, all of it diffuse", () => {
  const clear = clearSky(JUNE, 60, 0);
  const dim = dimByClouds(clear, 60, 1);
  expect(dim.global / clear.global).toBeCloseTo(0.25, 3);
  expect(dim.beam).toBeCloseTo(0, 6);
  expect(dimByClouds(clear, 60, 0)).toEqual({ ...clear, beam: expect.closeTo(clear.beam, 6) });
});

test("more cloudiness covers more of the sky, and the same seed gives the same sky", () => {
  const mean = (cloudiness: number) => {
    let sum = 0;
    for (let hour = 0; hour < 2_000; hour++)
      sum += coverOfClouds(7, JUNE + hour * HOUR_MS, cloudiness);
    return sum / 2_000;
  };
  expect(mean(0.15)).toBeLessThan(0.3);
  expect(mean(0.5)).toBeGreaterThan(0.4);
  expect(mean(0.5)).toBeLessThan(0.6);
  expect(mean(0.85)).toBeGreaterThan(0.7);
  expect(coverOfClouds(7, JUNE, 0.4)).toBe(coverOfClouds(7, JUNE, 0.4));
  expect(coverOfClouds(8, JUNE, 0.4)).not.toBe(coverOfClouds(7, JUNE, 0.4));
});

test("irradiance is finite and never negative at any place, time and panel", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4_000_000_000_000 }),
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: 0, max: 90, noNaN: true }),
      fc.double({ min: 0, max: 360, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (at, latitude, longitude, tilt, azimuth, cover) => {
        const sun = locateSun(at, latitude, longitude);
        const clear = clearSky(at, sun.elevation, 500);
        const dim = dimByClouds(clear, sun.elevation, cover);
        const onPlane = irradianceOnPlane(dim, sun, { tilt, azimuth });
        expect(onPlane).toBeGreaterThanOrEqual(0);
        expect(onPlane).toBeLessThan(1_500);
        expect(dim.global).toBeLessThanOrEqual(clear.global);
      },
    ),
  );
});

test("a plane that faces the sun gets more than a flat one, one that faces away less", () => {
  const sun = { elevation: 30, azimuth: 180 };
  const clear = clearSky(JUNE, 30, 0);
  const flat = irradianceOnPlane(clear, sun, { tilt: 0, azimuth: 180 });
  expect(flat).toBeCloseTo(clear.global, 6);
  expect(irradianceOnPlane(clear, sun, { tilt: 60, azimuth: 180 })).toBeGreaterThan(flat);
  expect(irradianceOnPlane(clear, sun, { tilt: 60, azimuth: 0 })).toBeLessThan(flat);
});

test("cells run 25 K above the air at 800 W/m², and hot ones give less", () => {
  expect(cellTemperature(800, 20)).toBeCloseTo(45, 9);
  expect(panelPower(1_000, 1_000, 25)).toBeCloseTo(960, 0);
  expect(panelPower(1_000, 1_000, 65) / panelPower(1_000, 1_000, 25)).toBeCloseTo(0.856, 3);
});
