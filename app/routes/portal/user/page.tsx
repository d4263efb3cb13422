import { Suspense } from "react";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { Section } from "#app/forms/section.tsx";
import { UnsavedGuard } from "#app/forms/unsaved-guard.tsx";
import { callForPage } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import type { EditorPhoto } from "#app/ui/banner/banner-editor.tsx";
import { EditBanner } from "#app/ui/banner/edit-banner.tsx";
import { LegalLinks } from "#app/ui/legal-links.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { editorPhoto } from "#app/ui/shell/shell-user.ts";
import type { Banner } from "#domain/users/banner.ts";
import { DEFAULT_BANNER } from "#domain/users/default-banner.ts";
import type { Route } from "./+types/page";
import { perform } from "./actions.server.ts";
import { ArchivesSection } from "./archives-section.tsx";
import { AvatarSection } from "./avatar-section.tsx";
import { DeletedSection } from "./deleted-section.tsx";
import { DeletionSection } from "./deletion-section.tsx";
import { EmailSection } from "./email-section.tsx";
import { GroupSection } from "./group-section.tsx";
import { NotificationsSection } from "./notifications-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { PreferencesSection, ProfileSection } from "./profile-sections.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { TokensSection } from "./tokens-section.tsx";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.user" }] };

/** The first call refuses the demo account, which is then redirected to the list of sites. */
export async function loader(args: Route.LoaderArgs) {
  const [user, group, sessions, tokens, countries, deleted, notifications, archives] =
    await Promise.all([
      callForPage(args, "POST /user/v2/get", {}),
      callForPage(args, "POST /user/v2/groupuser/get", {}),
      callForPage(args, "POST /user/v2/session/list", {}),
      callForPage(args, "POST /user/v2/token/list", {}),
      callForPage(args, "POST /basic/v2/code/getAllCountryCode", {}),
      callForPage(args, "POST /site/v2/getDeleted", {}),
      callForPage(args, "POST /user/v2/notification/get", {}),
      callForPage(args, "POST /user/v2/archive/list", {}),
    ]);
  return {
    user,
    group: group.list,
    sessions: sessions.list,
    tokens: tokens.list,
    countries,
    deleted: deleted.list,
    preferences: notifications.preferences,
    archives: archives.archives,
  };
}

export async function action(args: Route.ActionArgs) {
  return perform(args);
}

/** A search for sites changes nothing. */
export function shouldRevalidate({
  formData,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return formData?.has("find") ? false : defaultShouldRevalidate;
}

export default function UserRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <UserPage {...loaderData} />
    </Suspense>
  );
}

function UserPage(loaded: Route.ComponentProps["loaderData"]) {
  const { user, group, sessions, tokens, countries, deleted, preferences, archives } = loaded;
  usePageTexts("account", "alarms", "archives", "branding", "sitelist", "user");
  const { t } = useTranslation("user");
  return (
    <Sections>
      <PageTitle page={t("title")} />
      <h1>{t("title")}</h1>
      <UnsavedGuard />
      <AvatarSection header={user.header} name={user.name} account={user.account} />
      <BannerSection banner={user.banner} photo={editorPhoto(user)} />
      <ProfileSection user={user} countries={countries} />
      <PreferencesSection user={user} />
      <NotificationsSection preferences={preferences} />
      <PasswordSection account={user.account} />
      <EmailSection email={user.email} />
      <GroupSection members={group} />
      <SessionsSection sessions={sessions} />
      <TokensSection tokens={tokens} />
      <ArchivesSection archives={archives} />
      <DeletedSection sites={deleted} />
      <DeletionSection account={user.account} />
      <LegalLinks />
    </Sections>
  );
}

/** Banner of the user's own pages. */
function BannerSection({ banner, photo }: { banner: Banner | null; photo: EditorPhoto }) {
  const { t } = useTranslation("branding");
  return (
    <Section title={t("banner.label")} text={t("banner.own")}>
      <EditBanner banner={banner ?? DEFAULT_BANNER} photo={photo} action="/banner" />
    </Section>
  );
}

const Sections = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  maxW: "1080px",
  "& > h1": { textStyle: { base: "xl", md: "2xl" }, fontWeight: "semibold" },
});
