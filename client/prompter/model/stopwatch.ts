/** `total` is the milliseconds before the last start, and `since` the time of that start; null while stopped. */
type Stopwatch = { total: number; since: number | null }

export const newStopwatch: Stopwatch = { total: 0, since: null }

export function started(watch: Stopwatch, now: number): Stopwatch {
  return watch.since === null ? { ...watch, since: now } : watch
}

export function halted(watch: Stopwatch, now: number): Stopwatch {
  return { total: elapsed(watch, now), since: null }
}

export function elapsed({ total, since }: Stopwatch, now: number): number {
  return since === null ? total : total + now - since
}
