import { Suspense } from "react";
import { backend } from "#app/backend.server.ts";
import { assertValidNumbers, performForm, Refused } from "#app/forms/perform-form.server.ts";
import { numberOf, textOf } from "#app/forms/read-form.server.ts";
import { Section } from "#app/forms/section.tsx";
import { callForPage } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { listCurrencies } from "#app/routes/portal/addsite/currencies.server.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { RetentionYears } from "#domain/history/retention-years.ts";
import type { Route } from "./+types/general";
import { NameSection, PriceSection, SolarPeakSection } from "./general-sections.tsx";
import { openSettingsTab } from "./open-settings.server.ts";
import { isShorter, UNCONFIRMED } from "./retention/retention-dates.ts";
import { RetentionSection } from "./retention/retention-section.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { name, key, electricityPrice, feedInPrice, priceUnit, solarPeak, timeZone } =
    await openSettingsTab(args, "general");
  const [{ list }, retention] = await Promise.all([
    callForPage(args, "POST /site/v2/user/getNormalBySiteId", { siteKey: key }),
    callForPage(args, "POST /site/v2/history/retention", { siteKey: key }),
  ]);
  return {
    name,
    electricityPrice,
    feedInPrice,
    priceUnit,
    solarPeak,
    retention,
    timeZone: timeZone.timeZoneId,
    now: args.context.get(backend).context.now(),
    dealer: list.find(({ dealer }) => dealer)?.name ?? null,
    currencies: listCurrencies(args.context.get(backend).context.language),
  };
}

export async function action(args: Route.ActionArgs) {
  const { key: siteKey } = await openSettingsTab(args, "general");
  return performForm(args, {
    async name(form) {
      const name = textOf(form, "name");
      await callForPage(args, "POST /site/v2/updateName", { siteKey, name });
      return {};
    },
    async prices(form) {
      const electricityPrice = numberOf(form, "electricityPrice");
      const feedInPrice = numberOf(form, "feedInPrice");
      assertValidNumbers({ electricityPrice, feedInPrice });
      await callForPage(args, "POST /site/v2/updateElectricityPrice", {
        siteKey,
        priceUnit: textOf(form, "priceUnit"),
        // The operation reports a missing price.
        electricityPrice: electricityPrice as number,
        feedInPrice: feedInPrice ?? null,
      });
      return {};
    },
    async solarPeak(form) {
      const kilowatts = numberOf(form, "solarPeak");
      assertValidNumbers({ solarPeak: kilowatts });
      await callForPage(args, "POST /site/v2/updateSolarPeak", {
        siteKey,
        solarPeak: kilowatts === undefined ? null : Math.round(kilowatts * 1_000),
      });
      return {};
    },
    async retention(form) {
      const text = textOf(form, "years");
      // The operation refuses an invalid choice.
      const years = text === "" ? null : (Number(text) as RetentionYears);
      const present = await callForPage(args, "POST /site/v2/history/retention", { siteKey });
      // Without scripts the page asks with the answer.
      if (isShorter(years, present.years) && textOf(form, "confirmed") !== text)
        throw new Refused({ message: UNCONFIRMED });
      await callForPage(args, "POST /site/v2/history/updateRetention", { siteKey, years });
      return {};
    },
  });
}

export default function GeneralRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <GeneralPage {...loaderData} />
    </Suspense>
  );
}

function GeneralPage({
  name,
  dealer,
  currencies,
  retention,
  solarPeak,
  timeZone,
  now,
  ...prices
}: Route.ComponentProps["loaderData"]) {
  usePageTexts("settings");
  const { t } = useTranslation("settings");
  return (
    <>
      <PageTitle page={`${t("tabs.general")} · ${name}`} />
      <NameSection name={name} />
      <PriceSection prices={prices} currencies={currencies} />
      <SolarPeakSection solarPeak={solarPeak} />
      <RetentionSection retention={retention} timeZone={timeZone} now={now} />
      <Section title={t("dealer.title")} text={t("dealer.text")}>
        <p>{dealer === null ? t("dealer.none") : <bdi>{dealer}</bdi>}</p>
      </Section>
    </>
  );
}
