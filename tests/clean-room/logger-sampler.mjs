// Written from the public protocol pages alone, without reading the server.
// Takes samples at whole multiples of the sampling interval and uploads what is held each upload interval.
export class Sampler {
  #timer = null;
  #last = -Infinity;

  constructor({ now, take, upload }) {
    Object.assign(this, { now, take, upload, running: false });
  }

  run({ sampleMs, uploadMs }) {
    this.stop();
    this.running = true;
    this.sampleMs = sampleMs;
    this.perUpload = Math.max(1, Math.round(uploadMs / sampleMs));
    this.untilUpload = this.perUpload;
    this.#next();
  }

  stop() {
    this.running = false;
    clearTimeout(this.#timer);
  }

  /** A sample at once, of the last whole multiple. */
  once() {
    this.#at(Math.floor(this.now() / this.sampleMs) * this.sampleMs);
  }

  #next() {
    const { sampleMs } = this;
    const due = (Math.floor(this.now() / sampleMs) + 1) * sampleMs;
    this.#timer = setTimeout(() => {
      // a timer may fire a little early or, on a busy machine, several intervals late
      this.#at(Math.max(due, Math.floor(this.now() / sampleMs) * sampleMs));
      this.untilUpload -= 1;
      if (this.untilUpload <= 0) {
        this.untilUpload = this.perUpload;
        this.upload();
      }
      this.#next();
    }, due - this.now());
  }

  #at(instant) {
    if (instant === this.#last) return;
    this.#last = instant;
    this.take(instant);
  }
}
