import type { ComponentProps } from "react";
import { expectTypeOf, test } from "vitest";
import type { SessionsSection } from "../routes/portal/user/sessions-section.tsx";
import type { MembersSection } from "../routes/site/management/members-section.tsx";
import type { RetentionSection } from "../routes/site/settings/retention/retention-section.tsx";
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

test("a page does not compile with an answer that lacks a field or has another type of it", () => {
  type Sessions = ApiAnswer<"POST /user/v2/session/list">["list"];
  type Members = ApiAnswer<"POST /site/v2/user/getNormalBySiteId">["list"];
  type Retention = ApiAnswer<"POST /site/v2/history/retention">;
  type Session = Sessions[number];
  const show = {
    sessions: (_: ComponentProps<typeof SessionsSection>["sessions"]) => {},
    members: (_: ComponentProps<typeof MembersSection>["members"]) => {},
    retention: (_: ComponentProps<typeof RetentionSection>["retention"]) => {},
  };
  const shown = (sessions: Sessions, members: Members, retention: Retention) => [
    show.sessions(sessions),
    show.members(members),
    show.retention(retention),
  ];
  const changed = (
    sessions: Omit<Session, "tokens">[],
    renamed: (Omit<Session, "client"> & { clientName: string | null })[],
    members: (Omit<Members[number], "role"> & { role: string })[],
    retention: Omit<Retention, "changes">,
  ) => [
    // @ts-expect-error the operation no longer returns how many tokens a session created
    show.sessions(sessions),
    // @ts-expect-error the operation has renamed a field
    show.sessions(renamed),
    // @ts-expect-error the operation returns the role as a text
    show.members(members),
    // @ts-expect-error the operation no longer returns the changes
    show.retention(retention),
  ];
  expectTypeOf(shown).toBeFunction();
  expectTypeOf(changed).toBeFunction();
});
