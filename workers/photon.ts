/** Four bytes per pixel: red, green, blue, alpha. */
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
 * Opens the codec in a memory of its own, which is released together with it. The package's own entry point keeps one
 * memory for the lifetime of the process: it would stay as large as for the largest picture, together with the garbage
 * of broken ones.
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
  /** Returns a view that is valid until the next call of the codec. */
  const read = ([at, size]: [number, number]) => new Uint8Array(codec.memory.buffer, at, size);
  const open = ({ rgba, width, height }: Pixels) =>
    codec.photonimage_new(give([rgba], rgba.length), rgba.length, width, height);

  return {
    /**
     * @param parts one file in chunks, which are joined in the codec's memory
     * @throws Error if it cannot be decoded, or does not have the expected size
     */
    decode(parts: Uint8Array[], expected?: { width: number; height: number }): Pixels {
      const size = parts.reduce((sum, { length }) => sum + length, 0);
      const image = codec.photonimage_new_from_byteslice(give(parts, size), size);
      const width = codec.photonimage_get_width(image);
      const height = codec.photonimage_get_height(image);
      if (expected && (expected.width !== width || expected.height !== height))
        throw new Error("the size differs from that in the header");
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
      // The codec's start function; its other imports belong to browsers or report failures.
      if (name === "__wbindgen_init_externref_table") fillTable(exports.__wbindgen_externrefs);
      else throw new Error(`the codec asked for ${name}`);
    };
  }
  // The declared type cannot be more specific than the module.
  const exports = new WebAssembly.Instance(program, imports).exports as unknown as Exports;
  exports.__wbindgen_start();
  return exports;
}

/** Initializes the reserved values as the package's bindings do. */
function fillTable(table: WebAssembly.Table): void {
  const offset = table.grow(4);
  table.set(0, undefined);
  for (const [place, value] of [undefined, null, true, false].entries())
    table.set(offset + place, value);
}
