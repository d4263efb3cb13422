import { useCallback, useEffect, useState } from "react";
import { type CallResult, callApi } from "../api/call-api.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import {
  canReceivePushes,
  findSubscription,
  subscribeBrowser,
  unsubscribeBrowser,
} from "./push-browser.ts";

/**
 * State of the push messages to this browser: not known yet, not known because the portal did not answer, not possible in
 * it, refused by its user, off, or on.
 */
export type PushState = "loading" | "unknown" | "unsupported" | "denied" | "off" | "on";
/** Result of a test message. */
export type PushTest = "sent" | "later" | "gone";

/** Why an action failed: the browser refused it, or the server, with its message, which is empty without an answer. */
export type PushFailure = { of: "browser" } | { of: "server"; message: string };

type Push = { state: PushState; id: number | null };

/**
 * Subscribes this browser to push messages for the signed-in user, and tests them. Permission is requested only by
 * `turnOn`, which a click must call.
 */
export function usePushSubscription() {
  const { i18n } = useTranslation("common");
  const { language } = i18n;
  const [push, setPush] = useState<Push>({ state: "loading", id: null });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PushFailure | null>(null);
  const [tested, setTested] = useState<PushTest | null>(null);

  const [checks, setChecks] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each check reads the state anew
  useEffect(() => {
    let isShown = true;
    readPush(language).then(
      (found) => isShown && setPush(found),
      () => isShown && setPush({ state: "unknown", id: null }),
    );
    return () => {
      isShown = false;
    };
  }, [language, checks]);

  const check = useCallback(async () => {
    setPush({ state: "loading", id: null });
    setChecks((count) => count + 1);
  }, []);

  const perform = useCallback(async (action: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    setTested(null);
    try {
      await action();
    } catch (error) {
      setFailure(
        error instanceof Refused ? { of: "server", message: error.message } : { of: "browser" },
      );
    } finally {
      setBusy(false);
    }
  }, []);

  const turnOn = useCallback(
    () =>
      perform(async () => {
        const permission = await Notification.requestPermission();
        if (permission !== "granted") {
          setPush({ state: permission === "denied" ? "denied" : "off", id: null });
          return;
        }
        const key = await callApi("POST /user/v2/push/key", {}, { language });
        const subscription = await subscribeBrowser(dataOf(key).publicKey);
        const stored = await callApi("POST /user/v2/push/subscribe", subscription, { language });
        setPush({ state: "on", id: dataOf(stored).id });
      }),
    [perform, language],
  );

  const { id } = push;
  const turnOff = useCallback(
    () =>
      perform(async () => {
        if (id !== null)
          dataOf(await callApi("POST /user/v2/push/unsubscribe", { id }, { language }));
        await unsubscribeBrowser();
        setPush({ state: "off", id: null });
      }),
    [perform, language, id],
  );

  const test = useCallback(
    () =>
      perform(async () => {
        if (id === null) return;
        const { outcome } = dataOf(await callApi("POST /user/v2/push/test", { id }, { language }));
        setTested(outcome);
        if (outcome === "gone") setPush({ state: "off", id: null });
      }),
    [perform, language, id],
  );

  return { ...push, isBusy, failure, tested, check, turnOn, turnOff, test };
}

/** A refusal of the server, with its message for the user. */
class Refused extends Error {}

function dataOf<Path extends Parameters<typeof callApi>[0]>(result: CallResult<Path>) {
  if (!result.isOk) throw new Refused(result.message ?? "");
  return result.data;
}

/** The browser may be subscribed for another user, or its session may have been ended: the server's list decides. */
async function readPush(language: string): Promise<Push> {
  if (!canReceivePushes()) return { state: "unsupported", id: null };
  if (Notification.permission === "denied") return { state: "denied", id: null };
  const subscription = await findSubscription();
  if (subscription === null) return { state: "off", id: null };
  const listed = await callApi("POST /user/v2/push/list", {}, { language });
  const own = dataOf(listed).list.find(({ endpoint }) => endpoint === subscription.endpoint);
  return own === undefined ? { state: "off", id: null } : { state: "on", id: own.id };
}
