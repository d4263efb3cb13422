import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { AddExtra, AddResult } from "./add-result.ts";
import { AddedStep } from "./added-step.tsx";
import type { Currency } from "./currencies.server.ts";
import { LabelStep } from "./label-step.tsx";
import { RequestAccess } from "./request-access.tsx";
import { SiteStep } from "./site-step.tsx";

const STEPS = ["label", "site", "added"] as const;
type Step = (typeof STEPS)[number];

type AddStepsProps = { currencies: readonly Currency[]; timeZones: readonly string[] };

/** Steps from the label of a module to a new site. */
export function AddSteps({ currencies, timeZones }: AddStepsProps) {
  usePageTexts("addsite");
  const { t } = useTranslation("addsite");
  const check = useOwnForm<AddExtra>("check", { resets: false, drafts: "none" });
  const add = useOwnForm<AddExtra>("add", { resets: false, drafts: "none" });
  // The user has returned to the previous step.
  const [left, setLeft] = useState<AddResult | null>(null);
  const added = add.result?.added;
  const isChecked = check.result?.problem === null && check.result !== left;
  const label = isChecked ? check.result?.values : add.result?.values;
  const step: Step = added
    ? "added"
    : isChecked || (add.result && !check.result)
      ? "site"
      : "label";
  const isWrongLabel = add.result?.problem?.fields.sn !== undefined;
  return (
    <Page>
      <PageTitle page={t("title")} />
      <h1>{t("title")}</h1>
      <Progress>
        {STEPS.map((one, place) => (
          <li key={one} aria-current={one === step ? "step" : undefined}>
            <span aria-hidden>{place + 1}</span>
            {t(`steps.${one}`)}
          </li>
        ))}
      </Progress>
      <Card key={step} title={t(`${step}.title`)} isFirst={step === "label" && left === null}>
        {step === "label" && <LabelStep form={check} />}
        {step === "label" && (
          <p>
            <Link to="/user#archives">{t("import")}</Link>
          </p>
        )}
        {step === "site" && (
          <SiteStep
            form={add}
            label={label ?? {}}
            currencies={currencies}
            timeZones={timeZones}
            isWrongLabel={isWrongLabel}
            onBack={() => setLeft(check.result)}
          />
        )}
        {added && <AddedStep {...added} />}
      </Card>
      {step === "label" && <RequestAccess />}
    </Page>
  );
}

/** Takes the focus when it replaces another step. */
function Card({
  title,
  isFirst,
  children,
}: {
  title: string;
  isFirst: boolean;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const wasFirst = useRef(isFirst);
  useEffect(() => {
    if (!wasFirst.current) heading.current?.focus();
  }, []);
  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

const Page = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  maxW: "860px",
  "& > h1": { textStyle: { base: "xl", md: "2xl" }, fontWeight: "semibold" },
  "& > section": {
    layerStyle: "card",
    display: "flex",
    flexDirection: "column",
    gap: "5",
    px: { base: "4", md: "6" },
    py: { base: "5", md: "6" },
  },
  "& h2": { textStyle: "lg", fontWeight: "semibold", outline: "none" },
  "& section p": { textStyle: "sm" },
  "& section > p > a": { textDecoration: "underline" },
  "& form": { display: "flex", flexDirection: "column", gap: "5" },
});

const Progress = styled("ol", {
  listStyleType: "none",
  display: "flex",
  flexWrap: "wrap",
  gap: { base: "3", md: "6" },
  textStyle: "sm",
  color: "fg.muted",
  "& li": { display: "flex", alignItems: "center", gap: "2" },
  "& span": {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    w: "6",
    h: "6",
    borderRadius: "full",
    bg: "bg.muted",
    fontWeight: "semibold",
    textStyle: "xs",
  },
  "& [aria-current]": { color: "fg", fontWeight: "semibold" },
  "& [aria-current] span": { bg: "brand.solid", color: "brand.contrast" },
});
