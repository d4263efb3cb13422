import { Suspense } from "react";
import { redirect } from "react-router";
import { backend } from "#app/backend.server.ts";
import { assertValidNumbers, performForm } from "#app/forms/perform-form.server.ts";
import { numberOf, textOf } from "#app/forms/read-form.server.ts";
import { callForPage, requireUser } from "#app/guard.server.ts";
import { siteSearch } from "#app/site-search.ts";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { canOnPlatform } from "#domain/access/can.ts";
import { currencyOf } from "#domain/sites/currency.ts";
import type { Route } from "./+types/page";
import type { AddExtra } from "./add-result.ts";
import { AddSteps } from "./add-steps.tsx";
import { listCurrencies } from "./currencies.server.ts";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.addSite" }] };

export async function loader(args: Route.LoaderArgs) {
  if (!canOnPlatform(requireUser(args), "addSite")) throw redirect("/sitelist?notice=notAllowed");
  return {
    currencies: listCurrencies(args.context.get(backend).context.language),
    timeZones: ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")],
  };
}

export async function action(args: Route.ActionArgs) {
  requireUser(args);
  return performForm<AddExtra>(args, {
    async check(form) {
      const label = labelOf(form);
      // From here on the serial number is written as on the label.
      const { sn } = await callForPage(args, "POST /site/v2/checksn", label);
      return { values: { ...label, sn } };
    },
    async apply(form) {
      const application = { sn: textOf(form, "sn"), message: textOf(form, "message") };
      await callForPage(args, "POST /site/v2/user/apply", application);
      return {};
    },
    async locate(form) {
      const position = positionOf(form);
      if (position === null) return {};
      const found = await callForPage(
        args,
        "POST /basic/v2/map/geonames/timezoneconutry",
        position,
      );
      const { timeZoneId: timeZone, countryCode, countryName: country } = found;
      return { place: { timeZone, country, currency: currencyOf(countryCode ?? "") } };
    },
    async add(form) {
      const prices = {
        electricityPrice: numberOf(form, "electricityPrice"),
        feedInPrice: numberOf(form, "feedInPrice"),
      };
      assertValidNumbers(prices);
      const timeZone = textOf(form, "timeZone");
      const { name, loggerSecret, ...keys } = await callForPage(args, "POST /site/v2/add", {
        ...labelOf(form),
        name: textOf(form, "name"),
        location: textOf(form, "location"),
        ...positionOf(form),
        ...(timeZone !== "" && { timeZone }),
        // The operation reports missing fields.
        electricityPrice: prices.electricityPrice as number,
        feedInPrice: prices.feedInPrice ?? null,
        priceUnit: textOf(form, "priceUnit"),
      });
      return { added: { name, search: siteSearch(keys), loggerSecret } };
    },
  });
}

function labelOf(form: FormData) {
  return { sn: textOf(form, "sn"), checkCode: textOf(form, "checkCode") };
}

/** Null if no position was picked. */
function positionOf(form: FormData) {
  const [latitude, longitude] = [numberOf(form, "latitude"), numberOf(form, "longitude")];
  assertValidNumbers({ latitude, longitude });
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude };
}

export default function AddSiteRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <AddSteps {...loaderData} />
    </Suspense>
  );
}
