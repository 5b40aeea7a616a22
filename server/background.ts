import type { Log } from './log.ts'

/** Work that goes on after its answer has been sent. */
export type Background = {
  /** Starts it; a failure is logged, for it has nobody else to go to. */
  run(name: string, work: () => Promise<unknown>): void
  /** Resolves when all of it has ended. */
  settled(): Promise<void>
}

export function createBackground(log: Log): Background {
  const running = new Set<Promise<unknown>>()
  return {
    run(name, work) {
      const ended = work()
        .catch((error) => log.error({ err: error, work: name }, 'work in the background failed'))
        .finally(() => running.delete(ended))
      running.add(ended)
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
