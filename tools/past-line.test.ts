import { expect, test } from "vitest";
import { PastLine } from "./past-line.ts";

const NOVEMBER = Date.UTC(2026, 10, 12, 12);

function watch(isTTY: boolean) {
  let text = "";
  const line = new PastLine({
    isTTY,
    write: (more) => {
      text += more;
    },
  });
  return { line, text: () => text };
}

test("on a terminal one line shows the progress, and ends when all is sent", () => {
  const { line, text } = watch(true);
  line.show({ sent: 0, days: 200, backTo: NOVEMBER });
  expect(text()).toBe("");
  line.begin();
  line.show({ sent: 87, days: 200, backTo: NOVEMBER });
  line.show({ sent: 87, days: 200, backTo: NOVEMBER });
  line.show({ sent: 200, days: 200, backTo: null });
  line.show({ sent: 200, days: 200, backTo: null });
  expect(text().replaceAll("\r\x1b[K", "|")).toBe(
    "\n  The demo sites send their past: 0 %, back to November 12, 2026" +
      "|  The demo sites send their past: 43 %, back to November 12, 2026" +
      "|  The demo sites have sent their past.\n",
  );
});

test("elsewhere a first and a last line do", () => {
  const { line, text } = watch(false);
  line.begin();
  for (const sent of [0, 1, 2]) line.show({ sent, days: 2, backTo: NOVEMBER });
  expect(text()).toBe(
    "\n  The demo sites send their past.\n  The demo sites have sent their past.\n",
  );
});

test("nothing is printed if all was sent before", () => {
  const { line, text } = watch(true);
  line.begin();
  line.show({ sent: 200, days: 200, backTo: null });
  line.end();
  expect(text()).toBe("");
});
