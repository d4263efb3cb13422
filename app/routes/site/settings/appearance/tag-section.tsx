import { Button } from "@chakra-ui/react";
import { TextField } from "#app/forms/fields.tsx";
import { Outcome, Section } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { MAX_TAG } from "#domain/text-limits.ts";

export function TagSection({ tags }: { tags: readonly string[] }) {
  const { t } = useTranslation("branding");
  const { Form, form, busy, result, outcome } = useOwnForm("addTag");
  return (
    <Section stacked title={t("appearance.tags")} text={t("appearance.tagsText")}>
      {tags.length === 0 ? (
        <Nothing>{t("appearance.noTags")}</Nothing>
      ) : (
        <Chips>
          {tags.map((name) => (
            <Chip key={name} name={name} />
          ))}
        </Chips>
      )}
      <Form method="post" ref={form} noValidate>
        <Line>
          <TextField
            name="name"
            label={t("appearance.tagName")}
            hint={t("appearance.tagHint")}
            dir="auto"
            autoComplete="off"
            defaultValue={result?.problem ? result.values.name : ""}
            limit={MAX_TAG}
            result={result}
          />
          <Button type="submit" name="intent" value="addTag" loading={busy}>
            {t("appearance.add")}
          </Button>
        </Line>
        <Outcome result={outcome} done="" />
      </Form>
    </Section>
  );
}

function Chip({ name }: { name: string }) {
  const { t } = useTranslation("branding");
  const { Form, busy } = useOwnForm(null);
  return (
    <li data-leaving={busy || undefined}>
      <bdi>{name}</bdi>
      <Form
        method="post"
        // The button is removed with the chip; the heading stays.
        onSubmit={({ currentTarget }) =>
          currentTarget.closest("section")?.querySelector<HTMLElement>("h2")?.focus()
        }
      >
        <input type="hidden" name="name" value={name} />
        <button
          type="submit"
          name="intent"
          value="deleteTag"
          aria-label={t("appearance.removeTag", { name })}
        >
          <Icon name="close" size="14px" />
        </button>
      </Form>
    </li>
  );
}

export const Nothing = styled("p", { color: "fg.muted", textStyle: "sm" });

/** A field and its button, stacked in a narrow window. */
export const Line = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "flex-start",
  gap: "3",
  "& > *": { flex: "1 1 14rem" },
  "& > button": { flex: "0 0 auto", mt: "7" },
});

const Chips = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  "& > li": {
    display: "flex",
    alignItems: "center",
    gap: "1",
    maxW: "full",
    ps: "3",
    pe: "1",
    py: "0.5",
    borderRadius: "full",
    bg: "brand.subtle",
    color: "brand.fg",
    textStyle: "sm",
  },
  "& > li[data-leaving]": { opacity: "0.5" },
  "& bdi": { minW: "0", overflowWrap: "anywhere" },
  "& button": {
    display: "flex",
    p: "1.5",
    borderRadius: "full",
    cursor: "pointer",
    focusVisibleRing: "outside",
    _hover: { bg: "brand.muted" },
  },
});
