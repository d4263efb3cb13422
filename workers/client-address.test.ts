import { expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";

function addressOf(address?: string): string {
  return clientAddress(
    new Request("http://localhost", address ? { headers: { "CF-Connecting-IP": address } } : {}),
  );
}

test("an IPv4 address counts for itself", () => {
  expect(addressOf("192.0.2.7")).toBe("192.0.2.7");
  expect(addressOf()).toBe("unknown");
});

test("all IPv6 addresses of one network count as one, however they are spelled", () => {
  const network = "2001:db8:0:1::/64";
  for (const address of [
    "2001:db8:0:1::1",
    "2001:DB8:0:1:ffff:ffff:ffff:ffff",
    "2001:0db8:0000:0001:0:0:0:5",
    "2001:db8::1:0:0:0:9",
  ])
    expect(addressOf(address)).toBe(network);
  expect(addressOf("2001:db8:0:2::1")).not.toBe(network);
  expect(addressOf("::1")).toBe("0:0:0:0::/64");
});
