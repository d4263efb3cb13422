import { test } from "vitest";
import { checkOrders, checkOrdersOfThirds } from "../probes/orders/run.ts";

const timeout = 120_000;

test(
  "a recorded household in any order, resent, overlapping and split, is stored as if sent once",
  {
    timeout,
  },
  () => checkOrders({ seed: 1001, count: 2 }),
);

test("so it is for a third of its registers in more orders", { timeout }, () =>
  checkOrdersOfThirds({ seed: 0, count: 15 }),
);
