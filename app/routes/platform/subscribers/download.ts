import { stringify } from "csv-stringify/sync";
import { call } from "#app/backend.server.ts";
import { getI18next } from "#app/i18n/middleware.server.ts";
import { isOperator, requireOperator } from "../require-operator.server.ts";
import type { Route } from "./+types/download";

/** Maximum number of parts that one file has, 5,000 subscribers each. */
const MAX_PARTS = 10;

/** A cell that a spreadsheet would read as a formula gets an apostrophe. */
const FORM = { escape_formulas: true, quoted_string: true, record_delimiter: "windows" } as const;

/**
 * Answers operators with the file. A route with a component and without a file renders the page of a missing address
 * for others, which a route that only answers with files could not.
 */
export const middleware: Route.MiddlewareFunction[] = [sendFile];

/** Renders the page of a missing address for others than operators. */
export function loader(args: Route.LoaderArgs) {
  requireOperator(args);
  return null;
}

export default function Download() {
  return null;
}

/** The confirmed subscribers as a table for a spreadsheet, up to 50,000. */
async function sendFile(
  ...[args, next]: Parameters<Route.MiddlewareFunction>
): Promise<Awaited<ReturnType<Route.MiddlewareFunction>>> {
  if (!isOperator(args)) return next();
  const { language, getFixedT } = getI18next(args.context);
  const t = getFixedT(language, "platform");
  const head = ["email", "name", "confirmed"].map((name) =>
    t(`subscribers.columns.${name as "email" | "name" | "confirmed"}`),
  );
  const parts = [stringify([head], { ...FORM, bom: true })];
  let after: string | null = null;
  do {
    const part: {
      list: { email: string; name: string; confirmTime: number | null }[];
      next: string | null;
    } = await call(args.context, "POST /platform/v2/subscriber/export", { after });
    const rows = part.list.map(({ email, name, confirmTime }) => [
      email,
      name,
      confirmTime === null ? "" : new Date(confirmTime).toISOString(),
    ]);
    parts.push(stringify(rows, FORM));
    after = part.next;
  } while (after !== null && parts.length <= MAX_PARTS);
  return new Response(parts.join(""), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="subscribers.csv"',
      "Cache-Control": "no-store",
    },
  });
}
