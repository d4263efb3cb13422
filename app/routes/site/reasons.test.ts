import { expect, test } from "vitest";
import { RELEASE_FAULTS } from "#domain/firmware/release.ts";
import { updateResult } from "#domain/firmware/update.ts";
import { changeResult } from "#domain/settings/change.ts";
import { CHANGE_REFUSALS } from "#domain/settings/check-change.ts";
import { FIRMWARE_REFUSALS } from "#protocol/firmware/firmware-rpc.ts";
import { knownReason } from "./reasons.ts";

test("every reason that a check, an update or a change can give has a text of its own", () => {
  const reasons: readonly string[] = [
    ...CHANGE_REFUSALS,
    ...RELEASE_FAULTS,
    ...FIRMWARE_REFUSALS,
    ...updateResult.options,
    ...changeResult.options,
    ...["otherType", "otherModel", "otherVersion", "notNewer", "absent", "noResponse", "tooMany"],
  ].filter((reason) => reason !== "success" && reason !== "unknown");
  expect(reasons.filter((reason) => knownReason(reason) === "unknown")).toEqual([]);
  expect(knownReason("not modified")).toBe("notModified");
  expect(knownReason("some code of the future")).toBe("unknown");
});
