import type { PlainSampling } from "./plain.ts";

// All but the slack is documented in docs/logger-protocol.md under "Offline".
const CONNECT_MS = 30_000;
const WATCHED_SILENCE_MS = 90_000;
/** Without viewers a silence is noticed within this time, ms. */
const IDLE_LATE_MS = 5_000;
/** Interval of polls, ms; after a little more without one, the object watches by itself. */
const POLL_INTERVAL_MS = 60_000;
const POLL_LATE_MS = 10_000;
/** If polls and the logger end together, a silence is noticed so long after the last poll. */
const UNPOLLED_MS = 30 * 60_000;
/** What an alarm of the platform may take. */
const SLACK_MS = 1_000;

/** When a site is online, by what came to the object's door. Times are ms UTC. */
export class PresenceModel {
  /** Id of the line that counts: the newest. */
  line: string | null = null;
  isConnected = false;
  #openedAt = 0;
  #receivedAt = 0;
  /** When it was last sent a sampling while it might count as online, and while it did. */
  #sentAt = 0;
  #reportedOnlineAt = 0;
  /** When it fell silent before it was sent a sampling that would have allowed it more; its next frame ends that. */
  #silentFrom: number | null = null;
  /** Since when it is offline. */
  #leftAt = 0;
  #sampling: PlainSampling = { sampleMs: 10_000, uploadMs: 60_000 };
  #wasOnline = false;
  #polledAt = Number.NEGATIVE_INFINITY;

  /** @param mayBeOnline whether a silence on the line before may not have been noticed yet */
  opened(line: string, now: number, mayBeOnline: boolean): void {
    this.#wasOnline = this.line !== null && mayBeOnline;
    // One after the other without a word keeps it online no longer than the first would have.
    if (this.line === null || this.isConnected) this.#openedAt = now;
    this.line = line;
    this.isConnected = false;
    this.#silentFrom = null;
  }

  frameArrived(now: number): void {
    this.#receivedAt = now;
  }

  polled(now: number): void {
    this.#polledAt = now;
  }

  connected(): void {
    this.isConnected = true;
  }

  /** Sending to a silent logger does not make it active. */
  sent(
    sampling: PlainSampling,
    now: number,
    lastFrame: { heartbeatAt: number | null; mayBeOnline: boolean },
  ): void {
    if (this.isOnline(now, lastFrame.heartbeatAt)) this.#reportedOnlineAt = now;
    else this.#silentFrom = this.onlineUntil(lastFrame.heartbeatAt);
    if (lastFrame.mayBeOnline) this.#sentAt = now;
    this.#sampling = sampling;
  }

  left(now: number): void {
    this.#leftAt = this.isOnline(now, null) ? now : this.#leftAt;
    this.line = null;
    this.isConnected = false;
  }

  /** @param heartbeatAt when a heartbeat on the line was answered last */
  isOnline(now: number, heartbeatAt: number | null): boolean {
    return now < this.onlineUntil(heartbeatAt);
  }

  /** Until when it may still be reported online, ms UTC. */
  reportedOnlineUntil(now: number, heartbeatAt: number | null): number {
    const until = this.#silentAt(heartbeatAt, this.#sentAt) + SLACK_MS;
    if (!this.isConnected || this.#sampling.uploadMs < 60_000) return until;
    const noticed = until + IDLE_LATE_MS;
    const isOverdue = now > this.#polledAt + POLL_INTERVAL_MS;
    // The poll after which the next would come too late is the last that was relied upon.
    const wasInTime = this.#polledAt + POLL_INTERVAL_MS <= until;
    const lastWord = Math.max(this.#receivedAt, this.#sentAt);
    const wasReceived = lastWord < this.#polledAt + POLL_INTERVAL_MS + POLL_LATE_MS;
    const relies = isOverdue && wasInTime && wasReceived;
    return relies ? Math.max(noticed, this.#polledAt + UNPOLLED_MS) : noticed;
  }

  /** When it goes offline without another frame, ms UTC. */
  onlineUntil(heartbeatAt: number | null): number {
    const from = this.#silentFrom;
    if (from !== null && Math.max(this.#receivedAt, heartbeatAt ?? 0) < from) return from;
    return this.#silentAt(heartbeatAt, this.#reportedOnlineAt);
  }

  #silentAt(heartbeatAt: number | null, sentAt: number): number {
    if (this.line === null) return this.#leftAt;
    if (!this.isConnected) return this.#wasOnline ? this.#openedAt + CONNECT_MS : this.#leftAt;
    const { uploadMs } = this.#sampling;
    const allowed = uploadMs < 60_000 ? WATCHED_SILENCE_MS : 1.5 * uploadMs + 30_000;
    return Math.max(this.#receivedAt, heartbeatAt ?? 0, sentAt) + allowed;
  }
}
