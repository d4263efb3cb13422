/** Bytes that are collected piece by piece and joined once. */
export class CollectedBytes {
  #pieces: Uint8Array[] = [];
  #length = 0;

  add(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  join(): Uint8Array {
    const joined = new Uint8Array(this.#length);
    let offset = 0;
    for (const piece of this.#pieces) {
      joined.set(piece, offset);
      offset += piece.length;
    }
    return joined;
  }
}
