import { Button, chakra, Dialog, Field, Flex, Input, Portal, Text } from "@chakra-ui/react";
import { useEffect, useId } from "react";
import { useFetcher } from "react-router";
import { Refusal } from "#app/forms/refusal.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import type { AssignedSites, loader } from "./administrators.ts";

type AdministratorsDialogProps = { siteIds: readonly number[]; onClose: () => void };

/** Assigns administrators to several sites in one step. Loaded when it is first opened. */
export default function AdministratorsDialog({ siteIds, onClose }: AdministratorsDialogProps) {
  // Loaded outside the dialog, which looks up its name only once, when it opens.
  usePageTexts("management");
  return (
    <Dialog.Root
      open
      onOpenChange={(change) => !change.open && onClose()}
      placement="center"
      size="md"
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Administrators siteIds={siteIds} onClose={onClose} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function Administrators({ siteIds, onClose }: AdministratorsDialogProps) {
  const { t } = useTranslation(["management", "common", "sitelist"]);
  const problemText = useProblemText();
  const group = useFetcher<typeof loader>();
  const { Form, form, busy, outcome } = useOwnForm<AssignedSites>(null, { resets: false });
  const { load } = group;
  useEffect(() => {
    void load("/administrators");
  }, [load]);
  const id = useId();
  const assigned = outcome?.assigned;
  const fields = outcome?.problem?.fields ?? {};
  const error = fields.users ?? fields.email ?? fields.siteIds;
  return (
    <Form method="post" action="/administrators" ref={form} noValidate>
      {siteIds.map((id) => (
        <input key={id} type="hidden" name="siteId" value={id} />
      ))}
      <Dialog.Header pb="2">
        <Dialog.Title>{t("administrators.title")}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body pt="0" display="flex" flexDirection="column" gap="4">
        <Dialog.Description>
          {[t("sitelist:count", { count: siteIds.length }), t("administrators.text")].join(" · ")}
        </Dialog.Description>
        <Group members={group.data?.list} />
        <Field.Root invalid={error !== undefined} id={id} ids={{ helperText: `${id}-hint` }}>
          <Field.Label>{t("administrators.emails")}</Field.Label>
          <Input asChild h="auto" py="2" textStyle="sm" resize="vertical">
            <textarea
              id={id}
              aria-describedby={`${id}-hint`}
              aria-invalid={error !== undefined}
              name="emails"
              dir="ltr"
              rows={3}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
          </Input>
          <Field.ErrorText>{error && problemText(error)}</Field.ErrorText>
          <Field.HelperText>{t("administrators.emailsHint")}</Field.HelperText>
        </Field.Root>
        <div aria-live="polite">
          <Refusal result={outcome} />
          {assigned && (
            <Notice tone={assigned.results.done > 0 ? "good" : "warning"}>
              {t("administrators.results", assigned.results)}{" "}
              {t("administrators.counts", assigned.counts)}{" "}
              {assigned.full > 0 && t("administrators.full", { full: assigned.full })}
            </Notice>
          )}
        </div>
      </Dialog.Body>
      <Dialog.Footer flexWrap="wrap">
        <Button
          type="submit"
          name="intent"
          value="remove"
          variant="ghost"
          colorPalette="danger"
          me="auto"
          disabled={busy}
        >
          {t("administrators.remove")}
        </Button>
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          {t(assigned ? "administrators.done" : "common:actions.cancel")}
        </Button>
        <Button type="submit" name="intent" value="assign" loading={busy}>
          {t("administrators.assign")}
        </Button>
      </Dialog.Footer>
    </Form>
  );
}

type GroupProps = { members: readonly { id: number; email: string }[] | undefined };

/** Contacts of the user, to select from. */
function Group({ members }: GroupProps) {
  const { t } = useTranslation("management");
  if (members === undefined) return null;
  if (members.length === 0)
    return (
      <Text textStyle="sm" color="fg.muted">
        {t("administrators.noGroup")}
      </Text>
    );
  return (
    <fieldset>
      <Text as="legend" textStyle="sm" fontWeight="medium" mb="2">
        {t("administrators.group")}
      </Text>
      <Flex direction="column" gap="2" maxH="12rem" overflowY="auto">
        {members.map(({ id, email }) => (
          <Tick key={id}>
            <input type="checkbox" name="user" value={id} />
            <bdi>{email}</bdi>
          </Tick>
        ))}
      </Flex>
    </fieldset>
  );
}

const Tick = chakra("label", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2.5",
    textStyle: "sm",
    cursor: "pointer",
    overflowWrap: "anywhere",
    "& input": {
      w: "4.5",
      h: "4.5",
      flexShrink: "0",
      accentColor: "brand.solid",
      focusVisibleRing: "outside",
    },
  },
});
