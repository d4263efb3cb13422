import { expect, test } from "vitest";
import { packMap, unpackMap } from "./packed-map.ts";

test("markers come out as they went in", () => {
  const sites = [
    {
      id: 1,
      name: 'A "roof"',
      latitude: 53.5,
      longitude: 10,
      status: "fault" as const,
      owner: true,
    },
    {
      id: 2,
      name: "屋顶",
      latitude: -17,
      longitude: 178,
      status: "neverConnected" as const,
      owner: false,
    },
    { id: 3, name: "", latitude: 0, longitude: 0, status: "fault" as const, owner: false },
  ];
  expect(unpackMap(packMap(sites))).toEqual(sites);
});
