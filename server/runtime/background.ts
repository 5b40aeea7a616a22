import type { Log } from './log.ts'

export type Background = {
  /** Logs a failure, because nobody awaits the work. */
  run(name: string, work: () => Promise<unknown>): void
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
