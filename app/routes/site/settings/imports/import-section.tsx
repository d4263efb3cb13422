import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation, useRevalidator } from "react-router";
import { LiveRegion, Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { loadChunk } from "#app/load-chunk.ts";
import { FileButton } from "#app/ui/crop/file-button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { provideZone } from "#domain/history/zone-offsets.ts";
import { decodeText } from "#domain/imports/decode-text.ts";
import { MAX_FILE_BYTES, MAX_FILE_COLUMNS } from "#domain/imports/import-limits.ts";
import type { ImportResult } from "#domain/imports/import-result.ts";
import { formatPercent } from "#domain/units/format-quantity.ts";
import type { Route } from "./+types/page";
import { draftOf, type ImportDraft } from "./import-draft.ts";
import { ImportPreview } from "./import-preview.tsx";
import { MappingForm } from "./mapping-form.tsx";
import { type SendOutcome, sendImport } from "./send-import.ts";

const MEGABYTE = 1024 * 1024;
const PERCENT = 100;
const LIMIT_MB = MAX_FILE_BYTES / MEGABYTE;

type Failure = "tooLarge" | "noTable" | "unreadable";
type ImportSectionProps = Pick<
  Route.ComponentProps["loaderData"],
  "siteKey" | "timeZone" | "zones" | "now"
>;

/** Chooses a file, maps its columns, shows what would be imported, and imports it. */
export function ImportSection({ siteKey, timeZone, zones, now }: ImportSectionProps) {
  const { t, i18n } = useTranslation("imports");
  const { revalidate } = useRevalidator();
  const isHydrated = useHydrated();
  const [draft, setDraft] = useState<ImportDraft | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isReading, setReading] = useState(false);
  const [share, setShare] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<SendOutcome | null>(null);
  const sending = useRef<AbortController | null>(null);
  const known = useZones(timeZone, draft?.settings.timeZone ?? timeZone);
  const result = useImportResult(draft, known, now);
  useEffect(() => () => sending.current?.abort(), []);

  const choose = async (file: File) => {
    setOutcome(null);
    setDraft(null);
    setFailure(file.size > MAX_FILE_BYTES ? "tooLarge" : null);
    if (file.size > MAX_FILE_BYTES) return;
    setReading(true);
    try {
      const { CsvText } = await loadChunk(() => import("./read-csv.ts"));
      const { text } = decodeText(new Uint8Array(await file.arrayBuffer()));
      const csv = new CsvText(text);
      const table = csv.findTable();
      const zone = table?.zone != null && zones.includes(table.zone) ? table.zone : timeZone;
      if (table === null) setFailure("noTable");
      else setDraft(draftOf(csv, text, table, file.name, zone));
    } catch {
      setFailure("unreadable");
    }
    setReading(false);
  };

  const send = async (own: ImportDraft, ready: ImportResult) => {
    const control = new AbortController();
    sending.current = control;
    setOutcome(null);
    setShare(0);
    const ended = await sendImport(own, ready, {
      siteKey,
      language: i18n.language,
      signal: control.signal,
      onProgress: setShare,
    });
    setShare(null);
    setOutcome(ended);
    if (ended.state === "complete" || ended.state === "same") setDraft(null);
    void revalidate();
  };

  return (
    <>
      <Section title={t("heading")} text={t("text")}>
        {/* A file that is chosen before the page is alive would be lost. */}
        <fieldset disabled={!isHydrated}>
          <FileButton
            label={t("file.choose")}
            hint={t("file.hint", { size: LIMIT_MB })}
            accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
            onChoose={(file) => void choose(file)}
          />
        </fieldset>
        <LiveRegion aria-live="polite">
          {isReading && <p>{t("file.reading")}</p>}
          {failure !== null && <Notice tone="fault">{failureText(failure)}</Notice>}
          {outcome !== null && <OutcomeNotice outcome={outcome} />}
        </LiveRegion>
      </Section>
      {draft !== null && (
        <>
          <MappingForm draft={draft} result={result} zones={zones} onChange={setDraft} />
          <ImportPreview
            draft={draft}
            result={result}
            siteKey={siteKey}
            timeZone={timeZone}
            progress={
              share === null
                ? null
                : {
                    share,
                    text: t("progress", {
                      share: formatPercent(Math.floor(share * PERCENT), i18n.language),
                    }),
                  }
            }
            onSubmit={(ready) => void send(draft, ready)}
            onCancel={() => sending.current?.abort()}
          />
        </>
      )}
    </>
  );

  function failureText(which: Failure): string {
    if (which === "tooLarge") return t("file.tooLarge", { limit: LIMIT_MB });
    if (which === "noTable") return t("file.noTable", { limit: MAX_FILE_COLUMNS });
    return t("file.unreadable");
  }
}

function OutcomeNotice({ outcome }: { outcome: SendOutcome }) {
  const { t } = useTranslation("imports");
  if (outcome.state === "cancelled") return null;
  if (outcome.state === "complete") return <Notice tone="good">{t("done")}</Notice>;
  if (outcome.state === "same") return <Notice tone="info">{t("same")}</Notice>;
  const reason = ("message" in outcome ? outcome.message : undefined) ?? t("noAnswer");
  return <Notice tone="fault">{t("interrupted", { reason })}</Notice>;
}

/** A zone with its rules, as `describeZone` returns them on the server. */
type FileZone = Route.ComponentProps["loaderData"]["fileZone"];

/** Requests the rules of the chosen zone. Returns the zones whose rules this page knows. */
function useZones(siteZone: string, chosen: string): ReadonlySet<string> {
  const { pathname, search } = useLocation();
  const { data, load } = useFetcher<{ fileZone: FileZone }>({ key: "import-zone" });
  const [known, setKnown] = useState<ReadonlySet<string>>(() => new Set([siteZone, "UTC"]));
  useEffect(() => {
    if (!known.has(chosen)) void load(`${pathname}${search}&zone=${encodeURIComponent(chosen)}`);
  }, [known, chosen, load, pathname, search]);
  const zone = data?.fileZone;
  useEffect(() => {
    if (zone === undefined) return;
    provideZone(zone.name, zone.rules);
    setKnown((before) => (before.has(zone.name) ? before : new Set([...before, zone.name])));
  }, [zone]);
  return known;
}

/** Reads the file again whenever it is read in another way; null while it is read. */
function useImportResult(
  draft: ImportDraft | null,
  zones: ReadonlySet<string>,
  now: number,
): ImportResult | null {
  const [read, setRead] = useState<{ settings: object; result: ImportResult } | null>(null);
  const settings = draft?.settings;
  const csv = draft?.csv;
  const firstRow = draft?.table.firstRow ?? 0;
  const isKnown = settings !== undefined && zones.has(settings.timeZone);
  useEffect(() => {
    if (settings === undefined || csv === undefined || !isKnown) return;
    // The page shows first that it computes: a long file takes a second.
    const timer = setTimeout(
      () => setRead({ settings, result: csv.read(settings, firstRow, now) }),
      0,
    );
    return () => clearTimeout(timer);
  }, [settings, csv, firstRow, isKnown, now]);
  return read !== null && read.settings === settings ? read.result : null;
}
