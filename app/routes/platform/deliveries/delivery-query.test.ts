import { expect, test } from "vitest";
import { deliveryAddress, readDeliveryQuery } from "./delivery-query.ts";

const read = (address: string) =>
  readDeliveryQuery(new URL(address, "https://x.test").searchParams);

test("the address keeps what is shown, and another choice begins at the first page", () => {
  const query = read("/platform/deliveries?channel=webhook&state=sent&period=week&page=3");
  expect(query).toEqual({ channel: "webhook", state: "sent", period: "week", page: 3 });
  expect(read(deliveryAddress(query, { page: 4 }))).toEqual({ ...query, page: 4 });
  expect(read(deliveryAddress(query, { state: "waiting" }))).toEqual({
    ...query,
    state: "waiting",
    page: 1,
  });
});

test("what an address has wrong is as usual", () => {
  const usual = { channel: "mail", state: "failed", period: "day", page: 1 };
  for (const wrong of ["", "?channel=fax&state=x&period=year&page=0", "?page=1e9", "?page=-1"])
    expect(read(`/platform/deliveries${wrong}`)).toEqual(usual);
  expect(deliveryAddress(read("/platform/deliveries"), {})).toBe("/platform/deliveries");
});
