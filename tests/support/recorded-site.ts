import type { FleetSite } from "#simulator/fleet-file.ts";

/** A site of the fleet file that plays a recording; the user's own has nothing to play. */
export function recordedSite(serial: string, group: FleetSite["group"] = "demo"): FleetSite {
  return {
    serial,
    secret: "secret",
    name: serial,
    group,
    latitude: 51,
    longitude: -1,
    altitude: 0,
    timeZone: "Europe/London",
    systemType: "10006",
    systemCode: 2,
    profile: group === "own" ? null : { kind: "recording", recording: "givenergy-household" },
  };
}
