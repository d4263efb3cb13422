import { namespacesOf } from "../namespaces.ts";

export default namespacesOf(
  import.meta.glob(
    ["/locales/fr/*.json", "!**/{account,apidocs,login,mails,news,user,welcome}.json"],
    {
      eager: true,
      import: "default",
    },
  ),
);
