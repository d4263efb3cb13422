import { namespacesOf } from "../namespaces.ts";

export default namespacesOf(
  import.meta.glob(
    [
      "/locales/en/*.json",
      "!**/{account,addsite,apidocs,around,dress,login,mails,map,news,place,settings,user,welcome}.json",
    ],
    {
      eager: true,
      import: "default",
    },
  ),
);
