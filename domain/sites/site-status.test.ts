import { expect, test } from "vitest";
import { decideSiteStatus } from "./site-status.ts";

test("a site without its logger is offline, whatever status it had before", () => {
  expect(decideSiteStatus(false, "normal", ["fault"])).toBe("offline");
});

test("an online site is what its own register says", () => {
  expect(decideSiteStatus(true, "standby", ["fault"])).toBe("standby");
});

test("without a usable word the worst active event decides", () => {
  expect(decideSiteStatus(true, undefined, ["warning", "fault", "info"])).toBe("fault");
  expect(decideSiteStatus(true, "offline", ["info", "warning"])).toBe("warning");
  expect(decideSiteStatus(true, 7, ["info"])).toBe("normal");
  expect(decideSiteStatus(true, null, [])).toBe("normal");
});
