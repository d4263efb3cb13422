import { z } from "zod";
import { addFile, countLooseFiles } from "#database/files.ts";
import { filePath } from "#domain/files/file-path.ts";
import { Problem } from "#domain/problem.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { signedIn } from "../access.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { uploadedFile } from "../upload-input.ts";

const KEY_BYTES = 16;
/** Pictures of one person that belong to nothing yet; what is a day old is swept. */
const MAX_UNATTACHED_FILES = 50;
const LOOSE_WAIT_S = 3_600;

/** What was sent is never kept: the picture is written anew, under a name of our own. */
export const uploadImage = operation({
  path: "POST /basic/v2/upload/image",
  description: {
    summary:
      "Takes a GIF, JPEG or PNG and answers its path; one that is put nowhere is gone after a day",
    output: z.string().describe("For updateHeader, updateBanner and their kin"),
    example: { input: {}, output: "/files/kT2m0yFQm4rB1oNfX9pLwA" },
  },
  input: z.object({ file: uploadedFile }),
  body: "upload",
  access: signedIn("editAccount"),
  async run({ input: { file }, context, caller: { person } }) {
    const { database } = context;
    if ((await countLooseFiles(database, person.id)) >= MAX_UNATTACHED_FILES) throw tooMany();
    const picture = await reencode(file.bytes, context);
    const key = toBase64Url(context.randomBytes(KEY_BYTES));
    // In the store first: what is on record is always there, and what is not on record is swept.
    await context.files.put(key, picture.bytes, picture.contentType);
    const { contentType } = picture;
    const record = { key, kind: "picture", ownerId: person.id, contentType } as const;
    const size = picture.bytes.length;
    const added = await addFile(
      database,
      { ...record, size, now: context.now() },
      MAX_UNATTACHED_FILES,
    );
    if (!added) {
      await context.files.delete([key]);
      throw tooMany();
    }
    return filePath(key);
  },
});

async function reencode(bytes: Uint8Array, { pictures }: Context) {
  const picture = await pictures.reencode(bytes);
  if (!("refused" in picture)) return picture;
  if (picture.refused === "tooManyPixels")
    throw new Problem("tooLarge", {
      message: "tooManyPixels",
      limit: Math.floor(picture.maxPixels / 100_000) / 10,
    });
  throw new Problem("invalid", { fields: { file: "noPicture" } });
}

function tooMany(): Problem {
  return new Problem("tooFast", { retryAfter: LOOSE_WAIT_S });
}
