import { expectTypeOf, test } from "vitest";
import type { ApiAnswer, ApiInput } from "./api-types.ts";
import { type CallResult, callApi } from "./call-api.ts";
import { type ApiQuery, useApiQuery } from "./use-api-query.ts";

const SUMMARY = "POST /site/v2/chart/summary";
const STATES = "POST /site/v2/chart/periodrecord/alias/state";

test("a call has the input and the answer of its operation", () => {
  expectTypeOf<ApiInput<typeof SUMMARY>["date"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<ApiAnswer<typeof SUMMARY>["bars"]>().toEqualTypeOf<"hour" | "day" | "month">();
  expectTypeOf<ApiAnswer<typeof STATES>["list"][number]["rows"][number]>().toEqualTypeOf<{
    status: number;
    startTime: number;
    endTime: number | null;
  }>();
  expectTypeOf<ApiQuery<typeof SUMMARY>["data"]>().toEqualTypeOf<ApiAnswer<
    typeof SUMMARY
  > | null>();
});

test("an answer that the API omits because it is null has no fields", () => {
  type Deleted = CallResult<"POST /site/v2/chart/selection/delete">;
  expectTypeOf<Extract<Deleted, { isOk: true }>["data"]>().toEqualTypeOf<null>();
});

test("paths, fields and values that the operation does not have do not compile", () => {
  const options = { language: "en" };
  const calls = () => [
    // @ts-expect-error no operation has this path
    callApi("POST /site/v2/chart/nothing", {}, options),
    // @ts-expect-error pages send calls that change or read something by POST
    callApi("GET /basic/v2/envelopeKeys", {}, options),
    // @ts-expect-error no chart has this name
    callApi(SUMMARY, { siteKey: "k", type: "day", chart: "weather" }, options),
    // @ts-expect-error the type of the period is missing
    useApiQuery(SUMMARY, { siteKey: "k" }),
    // @ts-expect-error the operation has no such field
    useApiQuery(SUMMARY, { siteKey: "k", type: "day", colour: "red" }),
  ];
  expectTypeOf(calls).toBeFunction();
});
