import { Suspense } from "react";
import { problemOf } from "#app/backend.server.ts";
import { performForm } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import type { Route } from "./+types/page";
import { Ended } from "./ended.tsx";
import { enter, findShareState } from "./enter.server.ts";
import { SharePasswordForm } from "./password-form.tsx";
import { PublicFrame } from "./public-frame.tsx";
import { WatchedSite } from "./watched-site.tsx";

export const loader = (args: Route.LoaderArgs) => findShareState(args);

export async function action(args: Route.ActionArgs) {
  const open = async (form: FormData) => {
    const entered = await enter(args, textOf(form, "password")).catch((thrown) => {
      // The link has ended meanwhile; the next page shows it.
      if (problemOf(thrown)?.code === "notFound") return null;
      throw thrown;
    });
    if (entered !== null) throw entered;
    return {};
  };
  return performForm(args, { open }, { intentOf: () => "open" });
}

export default function ShareRoute(props: Route.ComponentProps) {
  return (
    <Suspense>
      <SharePage {...props} />
    </Suspense>
  );
}

function SharePage({ loaderData, actionData }: Route.ComponentProps) {
  usePageTexts("share", "login");
  return (
    <PublicFrame>
      <meta name="robots" content="noindex" />
      {loaderData.state === "inside" && <WatchedSite key={loaderData.site.key} {...loaderData} />}
      {loaderData.state === "notEntered" && (
        <SharePasswordForm isProtected={loaderData.isProtected} result={actionData} />
      )}
      {(loaderData.state === "invalidLink" || loaderData.state === "rateLimited") && (
        <Ended state={loaderData.state} />
      )}
    </PublicFrame>
  );
}
