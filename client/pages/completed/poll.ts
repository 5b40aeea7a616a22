export const firstWaitMs = 2_000
export const longestWaitMs = 15_000
export const patienceMs = 5 * 60_000

type Options = {
  /** Looks once. @returns how long to wait at least before the next look, in milliseconds */
  look(): Promise<number>
  /** False while nobody watches, or nothing can be asked. */
  isAwake(): boolean
  onGivenUp(): void
}

export type Poll = {
  /** Something may have changed: after a pause it goes on at once. */
  wake(): void
  stop(): void
}

/** Looks again and again, ever more seldom, for five minutes that somebody watches. */
export function startPoll({ look, isAwake, onGivenUp }: Options): Poll {
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
    const atLeast = await look().catch(() => 0)
    if (!isEnded()) schedule(Math.max(wait, atLeast))
    wait = Math.min(longestWaitMs, wait * 1.5)
  }

  /** It may have been stopped while it looked. */
  const isEnded = () => state === 'ended'

  schedule(wait)
  return {
    wake() {
      if (state === 'paused' && isAwake()) next()
    },
    stop() {
      state = 'ended'
      clearTimeout(timer)
    },
  }
}
