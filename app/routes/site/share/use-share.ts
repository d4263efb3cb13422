import { useCallback, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { action, loader } from "./sharing.ts";

/** Delay, ms, after which the link of a new share is requested. */
const LINK_AFTER_MS = 300;
/** Delay, ms, after which the record is requested again after a change (specification, section 4). */
const RECORD_AFTER_MS = 500;

export type Share = NonNullable<Awaited<ReturnType<typeof loader>>>;
export type ShareIntent = "add" | "renew" | "delete" | "password" | "locationHide" | "showWorld";
type Change = { intent: ShareIntent; on: boolean; password?: string };

/**
 * Share record of a site and actions that change it. Not a form of `useOwnForm`: a switch shows its new state before the
 * answer, and the record is requested again some time after it.
 *
 * @param search query of the site's pages
 */
export function useShare(search: string) {
  const address = `/sharing${search}`;
  const record = useFetcher<typeof loader>();
  const change = useFetcher<typeof action>();
  const [asked, setAsked] = useState<Change | null>(null);
  const { load } = record;
  const { submit, state, data: done } = change;
  const read = useCallback(() => load(address), [load, address]);
  useEffect(() => void read(), [read]);
  const share = record.data;
  const id = share?.id;

  const latest = useRef<Change | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (state !== "idle" || done === undefined) return;
    const wait = done?.intent === "add" ? LINK_AFTER_MS : RECORD_AFTER_MS;
    clearTimeout(timer.current);
    const handled = latest.current;
    // A later request is still to be handled.
    const settle = () => setAsked((now) => (now === handled ? null : now));
    timer.current = setTimeout(() => void read()?.finally(settle), wait);
  }, [state, done, read]);

  const send = (wanted: Change) => {
    clearTimeout(timer.current);
    latest.current = wanted;
    setAsked(wanted);
    const form = new FormData();
    form.set("intent", wanted.intent);
    form.set("id", String(id ?? ""));
    form.set("on", wanted.on ? "1" : "0");
    form.set("password", wanted.password ?? "");
    void submit(form, { method: "post", action: address });
  };
  return {
    /** Undefined until it is loaded; null if the site is not shared. */
    share,
    /** The requested change, until the record contains it. */
    asked,
    isBusy: state !== "idle",
    /** Outcome of the last change. */
    done: state === "idle" ? done : undefined,
    send,
  };
}
