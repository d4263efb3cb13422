import { Button, Dialog, Portal } from "@chakra-ui/react";
import { TextField } from "#app/forms/fields.tsx";
import { Refusal } from "#app/forms/refusal.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import type { TaggedSites } from "./tag-sites.server.ts";

type TagsDialogProps = { siteIds: readonly number[]; onClose: () => void };

/** Adds a tag to the selected sites or removes it. Loaded when it is first opened. */
export default function TagsDialog({ siteIds, onClose }: TagsDialogProps) {
  const { t } = useTranslation(["listtools", "common", "sitelist"]);
  const { Form, submit, form, busy, outcome } = useOwnForm<TaggedSites>(null, { resets: false });
  // Not a submit button, because Enter would activate the first one.
  const removeTag = () => {
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
                <TextField
                  name="name"
                  label={t("filter.tag")}
                  hint={t("selection.tagHint")}
                  result={outcome}
                  dir="auto"
                  autoComplete="off"
                />
                <div aria-live="polite">
                  {outcome?.problem?.fields.name === undefined && <Refusal result={outcome} />}
                  {outcome?.tagged && <TaggedNotice tagged={outcome.tagged} />}
                </div>
              </Dialog.Body>
              <Dialog.Footer flexWrap="wrap">
                <Button
                  variant="ghost"
                  colorPalette="danger"
                  me="auto"
                  disabled={busy}
                  onClick={removeTag}
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
function TaggedNotice({ tagged }: TaggedSites) {
  const { t } = useTranslation("listtools");
  const problemText = useProblemText();
  return (
    <Notice tone={tagged.refused.length === 0 ? "good" : "warning"}>
      {t("selection.tagged", { count: tagged.done })}{" "}
      {tagged.refused.map((message) => problemText(message)).join(" ")}
    </Notice>
  );
}
