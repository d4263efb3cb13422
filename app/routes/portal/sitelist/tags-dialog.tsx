import { Button, Dialog, Field, Input, Portal } from "@chakra-ui/react";
import { type FormResult, useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import type { TaggedSites } from "./tag-sites.server.ts";

type TagsDialogProps = { siteIds: readonly number[]; onClose: () => void };

/** Adds a tag to the selected sites or removes it. Loaded when it is first opened. */
export default function TagsDialog({ siteIds, onClose }: TagsDialogProps) {
  const { t } = useTranslation(["listtools", "common", "sitelist"]);
  const problemText = useProblemText();
  const { Form, submit, form, busy, outcome } = useOwnForm<TaggedSites>(null, { resets: false });
  const error = outcome?.problem?.fields.name;
  // Not a submit button, because Enter would activate the first one.
  const takeAway = () => {
    const typed = new FormData(form.current ?? undefined);
    typed.set("intent", "untag");
    void submit(typed, { method: "post", action: "/sitelist" });
  };
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()} placement="center" size="sm">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content asChild>
            <Form method="post" action="/sitelist" ref={form} noValidate>
              {siteIds.map((id) => (
                <input key={id} type="hidden" name="siteId" value={id} />
              ))}
              <Dialog.Header pb="2">
                <Dialog.Title>{t("selection.tag")}</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body pt="0" display="flex" flexDirection="column" gap="4">
                <Dialog.Description>
                  {t("sitelist:count", { count: siteIds.length })}
                </Dialog.Description>
                <Field.Root invalid={error !== undefined}>
                  <Field.Label>{t("filter.tag")}</Field.Label>
                  <Input name="name" dir="auto" autoComplete="off" />
                  <Field.ErrorText>{error && problemText(error)}</Field.ErrorText>
                  <Field.HelperText>{t("selection.tagHint")}</Field.HelperText>
                </Field.Root>
                <div aria-live="polite">{outcome && <OutcomeNotice {...outcome} />}</div>
              </Dialog.Body>
              <Dialog.Footer flexWrap="wrap">
                <Button
                  variant="ghost"
                  colorPalette="danger"
                  me="auto"
                  disabled={busy}
                  onClick={takeAway}
                >
                  {t("selection.untag")}
                </Button>
                <Button variant="outline" colorPalette="gray" onClick={onClose}>
                  {t("common:actions.close")}
                </Button>
                <Button type="submit" name="intent" value="tag" loading={busy}>
                  {t("selection.addTag")}
                </Button>
              </Dialog.Footer>
            </Form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

/** Shows on how many sites the change succeeded and why others refused it. */
function OutcomeNotice({ problem, tagged }: FormResult<TaggedSites>) {
  const { t } = useTranslation("listtools");
  const problemText = useProblemText();
  if (problem)
    return problem.fields.name ? null : (
      <Notice tone="fault">{problemText(problem.message)}</Notice>
    );
  if (!tagged) return null;
  return (
    <Notice tone={tagged.refused.length === 0 ? "good" : "warning"}>
      {t("selection.tagged", { count: tagged.done })}{" "}
      {tagged.refused.map((message) => problemText(message)).join(" ")}
    </Notice>
  );
}
