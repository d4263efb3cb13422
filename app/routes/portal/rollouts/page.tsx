import { Suspense } from "react";
import { redirect, useRevalidator } from "react-router";
import { UnsavedGuard } from "#app/forms/unsaved-guard.tsx";
import { callForPage, requireUser } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { usePolling } from "#app/ui/use-polling.ts";
import { canOnPlatform } from "#domain/access/can.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import type { Route } from "./+types/page";
import { perform } from "./actions.server.ts";
import { NewRollout } from "./new-rollout.tsx";
import { RolloutList } from "./rollout-list.tsx";
import { RolloutView } from "./rollout-view.tsx";
import {
  isMoving,
  ROLLOUTS_PAGE,
  type Rollout,
  type RolloutAddress,
  readRolloutAddress,
  rolloutAddress,
  SITES_PAGE,
  STATES_OF_LOOK,
} from "./rollouts-data.ts";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.rollouts" }] };

/** Intervals at which a rollout is loaded that moves by itself, and all others, ms. */
const MOVING_POLL_MS = 5 * SECOND_MS;
const POLL_MS = 30 * SECOND_MS;

export async function loader(args: Route.LoaderArgs) {
  if (!canOnPlatform(requireUser(args), "manageRollouts"))
    throw redirect("/sitelist?notice=notAllowed");
  const address = readRolloutAddress(args.url.searchParams);
  if (address.kind === "new") return { kind: "new" as const };
  if (address.kind === "list") {
    const { page } = address;
    const input = { page, size: ROLLOUTS_PAGE };
    const rollouts = await callForPage(args, "POST /site/v2/rollout/list", input);
    return { kind: "list" as const, rollouts, page };
  }
  return { kind: "one" as const, ...(await readOne(args, address)) };
}

/** Reads one rollout with a page of its sites, and its first sites as long as the others wait for them. */
async function readOne(
  args: Route.LoaderArgs,
  { id: rolloutId, look, page }: Extract<RolloutAddress, { kind: "one" }>,
) {
  const rollout = await callForPage(args, "POST /site/v2/rollout/get", {
    rolloutId,
    page,
    size: SITES_PAGE,
    ...(look !== null && { states: [...STATES_OF_LOOK[look]] }),
  });
  // Sites may have changed their state since the page was chosen.
  if (rollout.list.length === 0 && page > 1) throw redirect(rolloutAddress(rolloutId, look));
  return { rollout, canary: await readCanary(args, rollout), look, page };
}

async function readCanary(args: Route.LoaderArgs, rollout: Rollout) {
  const { rolloutId, plan, wave, startTime } = rollout;
  if (wave > 0 || startTime === null || plan === null) return [];
  const { list } = await callForPage(args, "POST /site/v2/rollout/get", {
    rolloutId,
    size: plan.canary,
    states: ["starting", "working", "watching", "succeeded", "failed"],
  });
  return list;
}

export async function action(args: Route.ActionArgs) {
  return perform(args);
}

export default function RolloutsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <RolloutsPage data={loaderData} />
    </Suspense>
  );
}

function RolloutsPage({ data }: { data: Route.ComponentProps["loaderData"] }) {
  usePageTexts("rollouts", "param", "parameters", "registers");
  const { t } = useTranslation("rollouts");
  const { revalidate } = useRevalidator();
  usePolling(() => void revalidate(), pollMsOf(data));
  if (data.kind === "new")
    return (
      <>
        <PageTitle page={t("new.title")} />
        <UnsavedGuard />
        <NewRollout />
      </>
    );
  if (data.kind === "list")
    return (
      <>
        <PageTitle page={t("title")} />
        <RolloutList {...data} />
      </>
    );
  return (
    <>
      <PageTitle page={t("number", { id: data.rollout.rolloutId })} />
      <RolloutView key={data.rollout.rolloutId} {...data} />
    </>
  );
}

/** Returns how often the page is loaded again; null if nothing on it changes by itself. */
function pollMsOf(data: Route.ComponentProps["loaderData"]): number | null {
  if (data.kind === "new") return null;
  if (data.kind === "list") return POLL_MS;
  if (data.rollout.endTime !== null) return null;
  return isMoving(data.rollout) ? MOVING_POLL_MS : POLL_MS;
}
