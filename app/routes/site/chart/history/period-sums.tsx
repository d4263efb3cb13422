import { VisuallyHidden } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { QualitySign } from "#app/charts/quality.tsx";
import { formatPeriod } from "#app/charts/time-labels.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import type { IconName } from "#app/ui/icons/icon-paths-data.ts";
import { coveredPart } from "#domain/energy/compared-period.ts";
import type { Span } from "#domain/history/local-days.ts";
import { formatNumber } from "#domain/units/format-number.ts";
import { formatPercent, formatQuantity, NO_VALUE } from "#domain/units/format-quantity.ts";
import { nameBefore, spansOf } from "./compared-text.ts";
import type { SummaryAnswer } from "./energy-charts.ts";

type Sums = SummaryAnswer["sums"];
type SumName = keyof Sums;
type Money = NonNullable<SummaryAnswer["money"]>;

const LOOK: Record<SumName, { icon: IconName; hue: string }> = {
  solar: { icon: "solar", hue: "solar" },
  consumption: { icon: "load", hue: "load" },
  gridImport: { icon: "grid", hue: "grid" },
  gridExport: { icon: "grid", hue: "grid" },
  batteryCharge: { icon: "battery", hue: "battery" },
  battery: { icon: "battery", hue: "battery" },
  generator: { icon: "generator", hue: "generator" },
};
const NAMES = Object.keys(LOOK) as SumName[];
/** Values that most sites have; their places are reserved until the first answer. */
const USUAL: readonly SumName[] = NAMES.slice(0, 6);
const AMOUNTS = ["importCost", "exportIncome", "saving"] as const satisfies (keyof Money)[];
const SHARES = [
  { name: "selfConsumption", hue: "solar" },
  { name: "selfSufficiency", hue: "battery" },
] as const;

type PeriodSumsProps = {
  /** Null before the first answer. */
  answer: SummaryAnswer | null;
  /** Address of the page on which the user may set the prices; null without permission. */
  pricesAt: string | null;
  /** Note for a period in which nothing was measured. */
  empty: ReactNode;
};

/** Energies, shares and money of a period, each beside that of the period before. */
export function PeriodSums({ answer, pricesAt, empty }: PeriodSumsProps) {
  const { t, i18n } = useTranslation("charts");
  const names = answer === null ? USUAL : NAMES.filter((name) => isMeasured(answer.sums[name]));
  const isEmpty = answer !== null && NAMES.every((name) => answer.sums[name].val === null);
  return (
    <Card aria-label={t("history.sums.label")} aria-busy={answer === null}>
      <Against>
        {answer === null ? "\u00a0" : againstText(answer, i18n.language, t)}
        {isEmpty && empty}
      </Against>
      <Grid>
        {names.map((name) => (
          <EnergyTile key={name} name={name} answer={answer} />
        ))}
        {SHARES.map((share) => (
          <ShareTile key={share.name} {...share} answer={answer} />
        ))}
      </Grid>
      {answer !== null && <MoneyRow answer={answer} pricesAt={pricesAt} />}
    </Card>
  );
}

/** A site without a meter, or a generator, has no such value in either period. */
function isMeasured({ val, previous }: Sums[SumName]): boolean {
  return val !== null || (previous?.val ?? null) !== null;
}

type T = ReturnType<typeof useTranslation<"charts">>["t"];

function againstText(answer: SummaryAnswer, language: string, t: T): string | null {
  const { type, startDateTime, timeZoneId } = answer;
  if (type === "lifetime")
    return t("history.sums.since", {
      date: formatPeriod(language, timeZoneId, startDateTime, "day"),
    });
  const name = nameBefore(answer, language);
  if (name === null) return null;
  const { period, isPart, days } = name;
  const isKnown = NAMES.some((one) => (answer.sums[one].previous?.val ?? null) !== null);
  if (!isKnown) return t("history.sums.againstNone", { period });
  if (days !== null) return t("history.sums.againstDays", { period, ...days });
  return t(isPart ? "history.sums.againstPart" : "history.sums.against", { period });
}

function EnergyTile({ name, answer }: { name: SumName; answer: SummaryAnswer | null }) {
  const { t, i18n } = useTranslation("charts");
  const { icon, hue } = LOOK[name];
  const sum = answer?.sums[name] ?? null;
  const textOf = (value: number | null | undefined) =>
    formatQuantity(value, answer?.symbol ?? "", { language: i18n.language }).text;
  const spans = answer === null ? null : spansOf(answer);
  return (
    <Tile data-hue={hue}>
      <dt>
        <Icon name={icon} size="16px" />
        <span>{t(`history.value.${name}`)}</span>
      </dt>
      <dd>
        <b>
          <bdi>{sum === null ? "\u00a0" : textOf(sum.val)}</bdi>
          {sum && <QualitySign quality={sum.quality} coverage={sum.coverage} />}
        </b>
        {answer && sum && spans && (
          <>
            <Covered span={spans.present} coverage={sum.coverage} zone={answer.timeZoneId} />
            <Before
              change={sum.change}
              text={sum.previous === null ? null : textOf(sum.previous.val)}
            >
              {spans.previous && sum.previous && (
                <Covered
                  span={spans.previous}
                  coverage={sum.previous.coverage}
                  zone={answer.timeZoneId}
                />
              )}
            </Before>
          </>
        )}
      </dd>
    </Tile>
  );
}

/** States which part of a period has data, unless all or none of it has. */
function Covered({ span, coverage, zone }: { span: Span; coverage: number; zone: string }) {
  const { t } = useTranslation("charts");
  const part = coveredPart(span, zone, coverage);
  if (part === null) return null;
  const { unit, count, of } = part;
  return <PartialNote>{t(`history.sums.covered.${unit}`, { number: count, of })}</PartialNote>;
}

/** Above this change a percentage says less than the two values. */
const MAX_CHANGE = 9.995;
const NO_CHANGE = 0.005;

type BeforeProps = {
  change: number | null;
  /** Value of the period before; null if nothing is compared. */
  text: string | null;
  children?: ReactNode;
};

/** The value of the period before, and the difference to it. */
function Before({ change, text, children }: BeforeProps) {
  const { t } = useTranslation("charts");
  if (text === null || text === NO_VALUE) return null;
  return (
    <Line>
      {change !== null && change < MAX_CHANGE && <Change change={change} />}
      <span data-before>
        {t("history.sums.before", { value: text })}
        {children}
      </span>
    </Line>
  );
}

/** Arrow and percentage of a difference; screen readers get a sentence. */
function Change({ change }: { change: number }) {
  const { t, i18n } = useTranslation("charts");
  const percent = formatPercent(Math.round(Math.abs(100 * change)), i18n.language);
  const way = Math.abs(change) < NO_CHANGE ? "same" : change > 0 ? "more" : "less";
  return (
    <span data-change>
      <span aria-hidden>
        {ARROWS[way]} <bdi>{percent}</bdi>
      </span>
      <VisuallyHidden>{t(`history.sums.${way}`, { percent })}</VisuallyHidden>
    </span>
  );
}

const ARROWS = { more: "▲", less: "▼", same: "=" } as const;

type ShareTileProps = (typeof SHARES)[number] & { answer: SummaryAnswer | null };

/** Ring of a share, with what it is a share of. */
function ShareTile({ name, hue, answer }: ShareTileProps) {
  const { t, i18n } = useTranslation("charts");
  const share = answer?.shares[name] ?? null;
  if (share !== null && share.val === null && share.previous === null) return null;
  const percentOf = (value: number | null) =>
    formatPercent(value === null ? null : Math.round(100 * value), i18n.language);
  const value = share?.val ?? null;
  return (
    <Tile data-hue={hue} data-ring>
      <dt>
        <span>{t(`history.sums.${name}`)}</span>
      </dt>
      <dd>
        <Ring share={value ?? 0} />
        <div>
          <b>
            <bdi>{share === null ? "\u00a0" : percentOf(value)}</bdi>
          </b>
          <small>{t(`history.sums.baseOf.${name}`)}</small>
          {share !== null && share.previous !== null && (
            <Before change={null} text={percentOf(share.previous)} />
          )}
        </div>
      </dd>
    </Tile>
  );
}

const RADIUS = 15.5;
const AROUND = 2 * Math.PI * RADIUS;

function Ring({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 36 36" aria-hidden>
      <circle cx="18" cy="18" r={RADIUS} data-track />
      {share > 0 && (
        <circle
          cx="18"
          cy="18"
          r={RADIUS}
          transform="rotate(-90 18 18)"
          strokeDasharray={`${share * AROUND} ${AROUND}`}
        />
      )}
    </svg>
  );
}

function MoneyRow({ answer, pricesAt }: { answer: SummaryAnswer; pricesAt: string | null }) {
  const { t, i18n } = useTranslation("charts");
  const { money } = answer;
  if (money === null)
    return pricesAt === null ? null : (
      <NoPrices>
        {t("history.sums.noPrices")}{" "}
        <Link to={pricesAt} prefetch="intent">
          {t("history.sums.setPrices")}
        </Link>
      </NoPrices>
    );
  const textOf = (value: number | null) =>
    value === null ? NO_VALUE : formatMoney(value, money.priceUnit, i18n.language);
  const known = AMOUNTS.filter((name) => money[name].val !== null || money[name].previous !== null);
  if (known.length === 0) return null;
  return (
    <Grid data-money>
      {known.map((name) => (
        <Tile key={name}>
          <dt>
            <span>{t(`history.sums.${name}`)}</span>
          </dt>
          <dd>
            <b>
              <bdi>{textOf(money[name].val)}</bdi>
            </b>
            <Before
              change={money[name].change}
              text={money[name].previous === null ? null : textOf(money[name].previous)}
            />
          </dd>
        </Tile>
      ))}
    </Grid>
  );
}

/** From this amount on cents are omitted. */
const WHOLE_FROM = 10_000;

function formatMoney(amount: number, currency: string, language: string): string {
  const digits = Math.abs(amount) < WHOLE_FROM ? 2 : 0;
  return `${formatNumber(amount, language, { min: digits, max: digits })}\u00a0${currency}`;
}

const Card = styled("section", {
  layerStyle: "card",
  minW: "0",
  px: { base: "3", md: "4" },
  py: { base: "3", md: "4" },
});

const Against = styled("p", {
  display: "flex",
  flexWrap: "wrap",
  columnGap: "3",
  mb: "3",
  textStyle: "xs",
  color: "fg.muted",
  "& b": { fontWeight: "medium", color: "fg" },
});

const Grid = styled("dl", {
  display: "grid",
  gridTemplateColumns: {
    base: "repeat(2, minmax(0, 1fr))",
    md: "repeat(4, minmax(0, 1fr))",
  },
  columnGap: { base: "3", md: "5" },
  rowGap: "4",
  "&[data-money]": {
    mt: "4",
    pt: "4",
    borderTopWidth: "1px",
    borderColor: "border.muted",
    "& > div": { minH: "0" },
  },
});

const Tile = styled("div", {
  minW: "0",
  // The room of a value and of the one before, so that the page does not move when they arrive.
  minH: "4.75rem",
  "& dt": {
    display: "flex",
    alignItems: "center",
    gap: "1.5",
    mb: "0.5",
    textStyle: "xs",
    color: "fg.muted",
  },
  "& dt span": { overflowWrap: "anywhere", hyphens: "auto" },
  "& dt svg": { flexShrink: "0" },
  "&[data-hue=load] svg": { color: "load" },
  "&[data-hue=solar] svg": { color: "solar" },
  "&[data-hue=grid] svg": { color: "grid" },
  "&[data-hue=battery] svg": { color: "battery" },
  "&[data-hue=generator] svg": { color: "generator" },
  "& b": {
    display: "flex",
    alignItems: "center",
    gap: "1.5",
    textStyle: "lg",
    lineHeight: "1.3",
    fontWeight: "semibold",
    fontVariantNumeric: "tabular-nums",
    whiteSpace: "nowrap",
  },
  "& small": { display: "block", textStyle: "xs", color: "fg.muted" },
  "&[data-ring] dd": { display: "flex", alignItems: "center", gap: "3" },
  "&[data-ring] dd svg": {
    w: { base: "11", md: "14" },
    h: { base: "11", md: "14" },
    flexShrink: "0",
    "& circle": { fill: "none", stroke: "currentColor", strokeWidth: "4.5" },
    "& [data-track]": { stroke: "bg.sunken" },
  },
  "&[data-hue=solar] dd svg": { color: "solar.fill" },
  "&[data-hue=battery] dd svg": { color: "battery.fill" },
});

const Line = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  columnGap: "2",
  textStyle: "xs",
  color: "fg.muted",
  fontVariantNumeric: "tabular-nums",
  "& [data-change]": { color: "fg", fontWeight: "medium", whiteSpace: "nowrap" },
  "& [data-before]": { display: "inline-flex", flexWrap: "wrap", columnGap: "2" },
});

const PartialNote = styled("span", {
  display: "inline-flex",
  alignItems: "center",
  gap: "1.5",
  textStyle: "xs",
  color: "fg.muted",
  whiteSpace: "nowrap",
  _before: {
    content: '""',
    w: "3",
    h: "3",
    flexShrink: "0",
    borderWidth: "1px",
    borderColor: "fg.subtle",
    backgroundImage:
      "repeating-linear-gradient(135deg, currentColor 0 1.5px, transparent 1.5px 4px)",
  },
});

const NoPrices = styled("p", {
  mt: "4",
  pt: "3",
  borderTopWidth: "1px",
  borderColor: "border.muted",
  textStyle: "sm",
  color: "fg.muted",
  "& a": {
    color: "fg",
    textDecoration: "underline",
    borderRadius: "sm",
    focusVisibleRing: "outside",
  },
});
