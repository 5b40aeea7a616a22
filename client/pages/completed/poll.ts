const firstWaitMs = 2_000
export const longestWaitMs = 15_000
export const patienceMs = 5 * 60_000

type Options = {
  /**
   * @param signal aborts a request without an answer
   * @returns the shortest wait before the next request, in milliseconds
   */
  look(signal: AbortSignal): Promise<number>
  /** False while the page is hidden or offline. */
  isAwake(): boolean
  onGivenUp(): void
}

/** Polls at growing intervals, for five minutes of visible time. */
export function startPoll({ look, isAwake, onGivenUp }: Options) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: 'waiting' | 'looking' | 'paused' | 'ended' = 'waiting'
  let wait = firstWaitMs
  let spent = 0

  function schedule(ms: number) {
    if (spent + ms > patienceMs) {
      state = 'ended'
      return onGivenUp()
    }
    spent += ms
    state = 'waiting'
    timer = setTimeout(next, ms)
  }

  async function next() {
    if (!isAwake()) {
      state = 'paused'
      return
    }
    state = 'looking'
    const atLeast = await look(AbortSignal.timeout(longestWaitMs)).catch(() => 0)
    if (!isEnded()) schedule(Math.max(wait, atLeast))
    wait = Math.min(longestWaitMs, wait * 1.5)
  }

  /** The poll may be stopped during a request. */
  const isEnded = () => state === 'ended'

  schedule(wait)
  return {
    /** Polls at once after a pause. */
    wake(): void {
      if (state === 'paused' && isAwake()) next()
    },
    stop(): void {
      state = 'ended'
      clearTimeout(timer)
    },
  }
}
