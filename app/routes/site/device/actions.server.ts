import { call } from "#app/backend.server.ts";
import {
  assertValidNumbers,
  type FormAction,
  performForm,
} from "#app/forms/perform-form.server.ts";
import { numberOf, textOf } from "#app/forms/read-form.server.ts";
import { type PageArgs, requireUser } from "#app/guard.server.ts";

const keyOf = ({ url }: PageArgs) => url.searchParams.get("key") ?? "";

const rename: FormAction = async (form, args) => {
  const input = {
    siteKey: keyOf(args),
    address: textOf(form, "address"),
    alias: textOf(form, "alias"),
  };
  await call(args.context, "POST /site/v2/equipment/updateAlias", input);
  return {};
};

const addExtra: FormAction = async (form, args) => {
  const quantity = numberOf(form, "quantity");
  assertValidNumbers({ quantity });
  await call(args.context, "POST /site/v1/equipment/extra/add", {
    siteKey: keyOf(args),
    typeCode: textOf(form, "typeCode"),
    name: textOf(form, "name"),
    manufacturer: textOf(form, "manufacturer"),
    model: textOf(form, "model"),
    serialNumber: textOf(form, "serialNumber"),
    installedOn: textOf(form, "installedOn"),
    note: textOf(form, "note"),
    quantity,
  });
  return {};
};

const deleteExtra: FormAction = async (form, args) => {
  const input = { siteKey: keyOf(args), id: Number(textOf(form, "id")) };
  await call(args.context, "POST /site/v1/equipment/extra/del", input);
  return {};
};

/** Performs a form of the page. */
export async function perform(args: PageArgs) {
  requireUser(args);
  return performForm(args, { rename, addExtra, deleteExtra });
}
