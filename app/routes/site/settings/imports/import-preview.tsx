import { Button } from "@chakra-ui/react";
import { Fragment, useMemo, useState } from "react";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { BarChart } from "#app/charts/bar-chart.tsx";
import type { BarSeries } from "#app/charts/bar-datasets.ts";
import type { ChartLine } from "#app/charts/chart-lines.ts";
import { CHART_COLORS, type ChartColor } from "#app/charts/palette.ts";
import { TimeChart } from "#app/charts/time-chart.tsx";
import { formatPeriod, tickLabel } from "#app/charts/time-labels.ts";
import { LiveRegion, Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Segments } from "#app/ui/segments.tsx";
import { MIN_BRIDGE_MS } from "#domain/history/bridging.ts";
import type { Span } from "#domain/history/local-days.ts";
import { MAX_LAYER_VALUES } from "#domain/imports/import-limits.ts";
import { countValues } from "#domain/imports/import-parts.ts";
import type { ImportResult } from "#domain/imports/import-result.ts";
import {
  IMPORT_FLOWS,
  IMPORT_TARGETS,
  type ImportFlow,
  type ImportRegister,
} from "#domain/imports/import-targets.ts";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { formatNumber } from "#domain/units/format-number.ts";
import { EnergySums } from "./energy-sums.tsx";
import type { ImportDraft } from "./import-draft.ts";
import { barsOfImport, middleDay } from "./preview-data.ts";

const HEIGHT = 260;
const FLOW_COLORS: Readonly<Record<ImportFlow, ChartColor>> = {
  solar: "solar",
  gridImport: "grid",
  gridExport: "feedIn",
  load: "load",
  batteryCharge: "batteryCharge",
  batteryDischarge: "battery",
  generator: "generator",
};
/** Registers of the curve, with their name among the targets of columns. */
const CURVES = {
  "0100": { target: "solar", color: "solar", unit: "W" },
  "0110": { target: "grid", color: "grid", unit: "W" },
  "0120": { target: "load", color: "load", unit: "W" },
  "0130": { target: "battery", color: "battery", unit: "W" },
  "0140": { target: "generator", color: "generator", unit: "W" },
  "0134": { target: "soc", color: "batteryLevel", unit: "%" },
  "0131": { target: "batteryVoltage", color: "batteryLevel", unit: "V" },
} as const satisfies Record<ImportRegister, object>;

type ImportPreviewProps = {
  draft: ImportDraft;
  /** Null while the file is read. */
  result: ImportResult | null;
  siteKey: string;
  timeZone: string;
  /** Progress of a running import. */
  progress: { share: number; text: string } | null;
  onSubmit: (result: ImportResult) => void;
  onCancel: () => void;
};

/** Shows what an import would add: its problems, energies, curve, and what the logger has at the same time. */
export function ImportPreview(props: ImportPreviewProps) {
  const { draft, result, siteKey, timeZone, progress, onSubmit, onCancel } = props;
  const { t } = useTranslation("imports");
  const values = useMemo(() => (result === null ? 0 : countValues(result)), [result]);
  const isTooLong = values > MAX_LAYER_VALUES;
  const isUnanswered =
    result?.repeated != null && !result.repeated.hasBothPasses && draft.settings.repeated === null;
  const isReady =
    result !== null &&
    result.problemCount === 0 &&
    !isTooLong &&
    !isUnanswered &&
    draft.name.trim() !== "";
  return (
    <Section title={t("preview.title")} text={t("preview.text")} stacked>
      {result === null ? (
        <p role="status">{t("preview.computing")}</p>
      ) : (
        <>
          <Problems result={result} />
          {isTooLong && (
            <Notice tone="fault">
              {t("preview.tooMany", { count: values, limit: MAX_LAYER_VALUES })}
            </Notice>
          )}
          {result.from !== null && result.until !== null && (
            <>
              <Facts result={result} timeZone={timeZone} />
              <Sums draft={draft} result={result} timeZone={timeZone} />
              <Curve key={`${result.from} ${result.until}`} result={result} timeZone={timeZone} />
              <Overlap result={result} siteKey={siteKey} />
            </>
          )}
        </>
      )}
      <Actions>
        <Button
          aria-disabled={!isReady || progress !== null}
          opacity={isReady && progress === null ? 1 : 0.6}
          onClick={() => isReady && progress === null && onSubmit(result)}
        >
          {t("submit")}
        </Button>
        {progress !== null && (
          <Button variant="outline" colorPalette="gray" onClick={onCancel}>
            {t("cancel")}
          </Button>
        )}
      </Actions>
      <LiveRegion aria-live="polite">
        {progress !== null && (
          <Progress>
            <progress max={1} value={progress.share} aria-label={progress.text} />
            <span>{progress.text}</span>
          </Progress>
        )}
      </LiveRegion>
    </Section>
  );
}

function Problems({ result }: { result: ImportResult }) {
  const { t } = useTranslation("imports");
  if (result.problemCount === 0) return null;
  return (
    <Notice tone="fault">
      <strong>{t("problems.title", { count: result.problemCount })}</strong>
      {result.problems.map(({ code, line, text }) => (
        <span key={`${code} ${line} ${text}`} style={{ display: "block" }}>
          {t(`problems.${code}`, { line: line ?? 0, text })}
        </span>
      ))}
    </Notice>
  );
}

function Facts({ result, timeZone }: { result: ImportResult; timeZone: string }) {
  const { t, i18n } = useTranslation("imports");
  const { rows, from, until, step, otherRows, duplicates, skippedRows, negatives } = result;
  return (
    <>
      <FactList>
        <div>
          <dt>{t("preview.rows")}</dt>
          <dd>{formatNumber(rows, i18n.language, {})}</dd>
        </div>
        <div>
          <dt>{t("preview.period")}</dt>
          <dd>
            <Moment at={from ?? 0} timeZone={timeZone} />
            {" – "}
            <Moment at={until ?? 0} timeZone={timeZone} />
          </dd>
        </div>
        {step !== null && (
          <div>
            <dt>{t("preview.step")}</dt>
            <dd>
              {step.unit === "interval"
                ? t("preview.minutes", {
                    number: formatNumber(step.median / MINUTE_MS, i18n.language, {
                      min: 0,
                      max: 2,
                    }),
                  })
                : t(step.unit === "day" ? "preview.daily" : "preview.monthly")}
            </dd>
          </div>
        )}
      </FactList>
      {otherRows > 0 && <p>{t("preview.otherRows", { count: otherRows })}</p>}
      {duplicates > 0 && <p>{t("preview.duplicates", { count: duplicates })}</p>}
      {skippedRows > 0 && <p>{t("preview.skipped", { count: skippedRows })}</p>}
      {negatives > 0 && <p>{t("preview.negatives", { count: negatives })}</p>}
    </>
  );
}

type SumsProps = { draft: ImportDraft; result: ImportResult; timeZone: string };

function Sums({ draft, result, timeZone }: SumsProps) {
  const { t, i18n } = useTranslation("imports");
  const { language } = i18n;
  const bars = useMemo(() => barsOfImport(result, timeZone), [result, timeZone]);
  const { unit, starts } = bars;
  const flows = IMPORT_FLOWS.filter((flow) => bars.flows[flow] !== undefined);
  const series = useMemo(
    () =>
      flows.map((flow): BarSeries => {
        const energies = bars.flows[flow] ?? [];
        return {
          id: flow,
          name: t(`targets.${flow}`),
          shade: CHART_COLORS[FLOW_COLORS[flow]],
          unit: "Wh",
          values: energies,
          qualities: energies.map(() => "measured"),
          stack: flow,
        };
      }),
    [bars, flows, t],
  );
  if (flows.length === 0) return null;
  const title = t(unit === "day" ? "preview.days" : "preview.months");
  return (
    <Block>
      <h3>{t("preview.sums")}</h3>
      <EnergySums sums={result.sums} />
      <AddedColumns draft={draft} />
      <h3>{title}</h3>
      <BarChart
        label={title}
        height={HEIGHT}
        titles={starts.map((at) => formatPeriod(language, timeZone, at, unit))}
        ticks={starts.map((at) =>
          tickLabel(language, timeZone, at, { unit, count: 1, ms: DAY_MS }),
        )}
        series={series}
        axes={{ start: { unit: "Wh", fromZero: true } }}
      />
    </Block>
  );
}

/** Names the columns that are added up to one quantity. */
function AddedColumns({ draft }: { draft: ImportDraft }) {
  const { t } = useTranslation("imports");
  const { settings, table } = draft;
  const sums = IMPORT_TARGETS.flatMap((target) => {
    const own = settings.columns.filter((mapping) => mapping.target === target);
    if (own.length < 2) return [];
    const names = own.map(
      ({ column }) =>
        table.columns.find(({ index }) => index === column)?.name ||
        t("columns.unnamed", { number: column + 1 }),
    );
    return [{ target, names }];
  });
  if (sums.length === 0) return null;
  return (
    <Added aria-label={t("preview.added")}>
      {sums.map(({ target, names }) => (
        <li key={target}>
          <strong>{t(`targets.${target}`)}</strong>
          {" = "}
          {names.map((name, place) => (
            <Fragment key={name}>
              {place > 0 && " + "}
              <bdi>{name}</bdi>
            </Fragment>
          ))}
        </li>
      ))}
    </Added>
  );
}

function Curve({ result, timeZone }: { result: ImportResult; timeZone: string }) {
  const { t } = useTranslation("imports");
  const whole = useMemo((): Span => ({ from: result.from ?? 0, to: result.until ?? 1 }), [result]);
  const [span, setSpan] = useState<Span>(() => middleDay(result, timeZone));
  const lines = useMemo(() => linesOf(result, (target) => t(`targets.${target}`)), [result, t]);
  if (lines.length === 0) return <p>{t("preview.noCurve")}</p>;
  const isWhole = span.from === whole.from && span.to === whole.to;
  const hasLevel = lines.find(({ axis }) => axis === "end");
  return (
    <Block>
      <CurveHead>
        <h3>{t("preview.curve")}</h3>
        <Segments
          label={t("preview.range")}
          options={[
            { name: "day", text: t("preview.oneDay") },
            { name: "whole", text: t("preview.whole") },
          ]}
          chosen={isWhole ? "whole" : "day"}
          onChoose={(name) => setSpan(name === "whole" ? whole : middleDay(result, timeZone))}
        />
      </CurveHead>
      <TimeChart
        label={t("preview.curve")}
        height={HEIGHT}
        timeZone={timeZone}
        span={span}
        lines={lines}
        axes={{
          start: { unit: "W" },
          ...(hasLevel && {
            end: hasLevel.unit === "V" ? { unit: "V" } : { unit: "%", min: 0, max: 120 },
          }),
        }}
        limits={whole}
        onSpan={setSpan}
      />
    </Block>
  );
}

function linesOf(
  { samples }: ImportResult,
  nameOf: (target: (typeof CURVES)[ImportRegister]["target"]) => string,
): ChartLine[] {
  const isSoc = samples["0134"] !== undefined;
  return (Object.keys(CURVES) as ImportRegister[]).flatMap((register) => {
    const points = samples[register];
    // The second axis has one unit.
    if (points === undefined || (register === "0131" && isSoc)) return [];
    const { target, color, unit } = CURVES[register];
    return [
      {
        id: register,
        name: nameOf(target),
        unit,
        shade: CHART_COLORS[color],
        axis: unit === "W" ? "start" : "end",
        at: points.at,
        value: points.values,
        gapMs: MIN_BRIDGE_MS,
      },
    ];
  });
}

/** Registers whose days are counted for files that have energies alone. */
const POWERS: ImportRegister[] = ["0100", "0110", "0120", "0130", "0140"];

function Overlap({ result, siteKey }: { result: ImportResult; siteKey: string }) {
  const { t } = useTranslation("imports");
  const { from, until, samples } = result;
  const asked = useMemo(() => {
    const registers = Object.keys(samples) as ImportRegister[];
    return {
      siteKey,
      from: from ?? 0,
      until: until ?? 0,
      registers: registers.length > 0 ? registers : POWERS,
    };
  }, [siteKey, from, until, samples]);
  const { data } = useApiQuery("POST /site/v2/import/overlap", asked, { debounceMs: 400 });
  if (data === null) return null;
  const { days, loggerDays } = data;
  return (
    <Notice tone="info">
      {loggerDays === 0
        ? t("preview.noOverlap")
        : t("preview.overlap", { logger: loggerDays, days })}
    </Notice>
  );
}

const Block = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "2",
  minW: "0",
  "& h3": { fontWeight: "medium" },
});

const Added = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexDirection: "column",
  gap: "0.5",
  color: "fg.muted",
  textStyle: "xs",
  overflowWrap: "anywhere",
  "& strong": { fontWeight: "medium" },
});

const FactList = styled("dl", {
  display: "flex",
  flexWrap: "wrap",
  columnGap: "6",
  rowGap: "2",
  "& dt": { color: "fg.muted", textStyle: "xs" },
  "& dd": { fontWeight: "medium" },
});

const CurveHead = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "3",
});

const Actions = styled("div", { display: "flex", flexWrap: "wrap", gap: "3" });

const Progress = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "1",
  "& progress": { w: "full", h: "2", accentColor: "{colors.brand.solid}" },
});
