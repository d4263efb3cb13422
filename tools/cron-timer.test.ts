import { expect, test } from "vitest";
import { startCronTimer } from "./cron-timer.ts";

test("a scheduled job runs at its time, and its failure is reported", async () => {
  const reported = await new Promise<string[]>((resolve) => {
    const ran: string[] = [];
    const timer = startCronTimer(
      {
        crons: ["* * * * * *"],
        async runScheduled(cron) {
          ran.push(cron);
          throw new Error("no luck");
        },
      },
      (error) => {
        timer[Symbol.dispose]();
        resolve([...ran, String(error)]);
      },
    );
  });
  expect(reported).toEqual(["* * * * * *", "Error: no luck"]);
});
