import { chakra } from "@chakra-ui/react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { formatTag } from "#domain/languages.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { BrandMark } from "../icons/brand-mark.tsx";

/** Time and date on a dark background; the position changes each minute to prevent burn-in. */
export default function SaverPicture({ onEnd }: { onEnd: () => void }) {
  const { t, i18n } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const now = useMinute();
  // The dialog is closed while it is still mounted; otherwise the browser would not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    // Shown above everything, including open dialogs.
    element.showModal();
    const stop = endAtInput(element, onEnd);
    return () => {
      stop();
      element.close();
    };
  }, [onEnd]);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(formatTag(i18n.language), options).format(now);
  const minute = Math.floor(now / MINUTE_MS);
  return (
    <Screen ref={dialog} aria-label={t("screenSaver.label")}>
      <Horizon />
      <Face
        style={{
          // The two periods have no common divisor, so the picture reaches every part of the screen.
          insetInlineStart: `${50 + 10 * Math.sin((minute * Math.PI) / 7)}%`,
          insetBlockStart: `${40 + 14 * Math.cos((minute * Math.PI) / 11)}%`,
        }}
      >
        <div data-brand>
          <BrandMark size="2rem" />
          {t("brand")}
        </div>
        <time dateTime={new Date(now).toISOString()}>
          {format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" })}
        </time>
        <p>{format({ weekday: "long", day: "numeric", month: "long", year: "numeric" })}</p>
        <small>{t("screenSaver.hint")}</small>
      </Face>
    </Screen>
  );
}

function Horizon() {
  return (
    <svg aria-hidden="true" viewBox="0 0 1200 300" preserveAspectRatio="none">
      <path data-far d="M0 90C200 40 400 40 600 90s400 50 600 0v210H0z" />
      <path data-near d="M0 170c200 50 400 50 600 0s400-50 600 0v130H0z" />
    </svg>
  );
}

/** The input that ends it has no other effect: it neither presses a button below nor types. */
function endAtInput(element: HTMLDialogElement, onEnd: () => void): () => void {
  const over = new AbortController();
  const { signal } = over;
  const end = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    onEnd();
  };
  for (const input of ["keydown", "click", "touchend", "wheel", "cancel"])
    element.addEventListener(input, end, { signal, passive: false });
  // A resting pointer emits a move event when an element appears below it.
  const moved = (event: PointerEvent) =>
    event.pointerType === "mouse" && (event.movementX !== 0 || event.movementY !== 0) && onEnd();
  element.addEventListener("pointermove", moved, { signal });
  return () => over.abort();
}

/** Current time, ms UTC, updated each minute. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), MINUTE_MS - (now % MINUTE_MS));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

// Not in the stylesheet, which has no styles of components that load later.
const Screen = chakra("dialog", {
  base: {
    position: "fixed",
    inset: "0",
    w: "100vw",
    h: "100dvh",
    maxW: "none",
    maxH: "none",
    overflow: "hidden",
    bg: "bg",
    bgImage: "radial-gradient(circle at 50% 78%, {colors.solar.wash}, transparent 62%)",
    color: "fg",
    cursor: "none",
    outline: "none",
    userSelect: "none",
    animationName: "fade-in",
    animationDuration: "slowest",
    "& > svg": { position: "absolute", insetInline: "0", bottom: "0", w: "full", h: "38%" },
    "& [data-far]": { fill: "good.wash", opacity: "0.6" },
    "& [data-near]": { fill: "good.wash" },
  },
});

const Face = chakra("div", {
  base: {
    position: "absolute",
    transform: { base: "translate(-50%, -50%)", _rtl: "translate(50%, -50%)" },
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    textAlign: "center",
    w: "max-content",
    maxW: "68vw",
    // The transition lasts a full minute, so the movement is continuous and hardly visible.
    transition: "inset 60s linear",
    "& [data-brand]": { display: "flex", alignItems: "center", gap: "3", textStyle: "lg" },
    "& time": {
      fontSize: "clamp(4rem, 16vw, 11rem)",
      lineHeight: "1.15",
      fontWeight: "semibold",
      letterSpacing: "tighter",
      fontVariantNumeric: "tabular-nums",
    },
    "& p": { fontSize: "clamp(1rem, 3.4vw, 1.875rem)", color: "fg.muted" },
    "& time, & p": { whiteSpace: "nowrap" },
    "& small": { mt: "10", textStyle: "sm", color: "fg.muted" },
  },
});
