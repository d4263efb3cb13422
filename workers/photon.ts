/** Four bytes a pixel: red, green, blue, alpha. */
export type Pixels = { width: number; height: number; rgba: Uint8Array };

type Exports = {
  memory: WebAssembly.Memory;
  __wbindgen_malloc(bytes: number, align: number): number;
  __wbindgen_start(): void;
  __wbindgen_externrefs: WebAssembly.Table;
  photonimage_new(at: number, bytes: number, width: number, height: number): number;
  photonimage_new_from_byteslice(at: number, bytes: number): number;
  photonimage_get_width(image: number): number;
  photonimage_get_height(image: number): number;
  photonimage_get_raw_pixels(image: number): [number, number];
  photonimage_get_bytes(image: number): [number, number];
  photonimage_get_bytes_jpeg(image: number, quality: number): [number, number];
};

/**
 * The codec in a memory of its own, which is given back with it. The package's own door keeps one memory for good: it
 * would stay as large as the largest picture ever made it, and what a broken picture leaves behind would stay too.
 */
export function openCodec(program: WebAssembly.Module) {
  const codec = start(program);

  function give(parts: Uint8Array[], size: number): number {
    const start = codec.__wbindgen_malloc(size, 1);
    const memory = new Uint8Array(codec.memory.buffer);
    let at = start;
    for (const part of parts) {
      memory.set(part, at);
      at += part.length;
    }
    return start;
  }
  /** A view, good until the codec is asked again. */
  const read = ([at, size]: [number, number]) => new Uint8Array(codec.memory.buffer, at, size);
  const open = ({ rgba, width, height }: Pixels) =>
    codec.photonimage_new(give([rgba], rgba.length), rgba.length, width, height);

  return {
    /**
     * @param parts one file, in pieces: they are put together in the codec's own memory
     * @throws Error where it cannot be decoded, or is not of the size that it should be
     */
    decode(parts: Uint8Array[], expected?: { width: number; height: number }): Pixels {
      const size = parts.reduce((sum, { length }) => sum + length, 0);
      const image = codec.photonimage_new_from_byteslice(give(parts, size), size);
      const width = codec.photonimage_get_width(image);
      const height = codec.photonimage_get_height(image);
      if (expected && (expected.width !== width || expected.height !== height))
        throw new Error("another size than the header says");
      return { width, height, rgba: read(codec.photonimage_get_raw_pixels(image)) };
    },
    writeJpeg: (pixels: Pixels, quality: number) =>
      read(codec.photonimage_get_bytes_jpeg(open(pixels), quality)).slice(),
    writePng: (pixels: Pixels) => read(codec.photonimage_get_bytes(open(pixels))).slice(),
  };
}

function start(program: WebAssembly.Module): Exports {
  const imports: Record<string, Record<string, () => void>> = {};
  for (const { module, name } of WebAssembly.Module.imports(program)) {
    imports[module] ??= {};
    imports[module][name] = () => {
      // The codec begins with this; everything else it would ask of a page, or is how it tells that it fails.
      if (name === "__wbindgen_init_externref_table") fillTable(exports.__wbindgen_externrefs);
      else throw new Error(`the codec asked for ${name}`);
    };
  }
  // Its own declaration says no more than what the module does.
  const exports = new WebAssembly.Instance(program, imports).exports as unknown as Exports;
  exports.__wbindgen_start();
  return exports;
}

/** As its bindings do: the values that have fixed places. */
function fillTable(table: WebAssembly.Table): void {
  const offset = table.grow(4);
  table.set(0, undefined);
  for (const [place, value] of [undefined, null, true, false].entries())
    table.set(offset + place, value);
}
