import type { ApiInput } from "#app/api/api-types.ts";
import { Refused } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";

type Order = Pick<
  ApiInput<"POST /site/v1/chart/overallStats/exportTask/add">,
  "kind" | "interval" | "format" | "startDateTime" | "endDateTime"
>;

/** Reads the form of a new download; the operation checks its values. @throws Refused without both days */
export function readOrder(form: FormData): Order {
  const [first, last] = [textOf(form, "startDateTime"), textOf(form, "endDateTime")];
  if (first === "" || last === "")
    throw new Refused({
      fields: {
        ...(first === "" && { startDateTime: "setFirst" }),
        ...(last === "" && { endDateTime: "setFirst" }),
      },
    });
  return {
    kind: textOf(form, "kind") as Order["kind"],
    interval: textOf(form, "interval") as Order["interval"],
    format: textOf(form, "format") as Order["format"],
    startDateTime: `${first} 00:00:00`,
    endDateTime: `${last} 23:59:59`,
  };
}
