import type { Log } from './log.ts'

export type Background = ReturnType<typeof createBackground>

export function createBackground(log: Log) {
  const running = new Set<Promise<unknown>>()
  return {
    /** Logs a failure, because nobody awaits the work. */
    run(name: string, work: () => Promise<unknown>): void {
      const ended = work()
        .catch((error) => log.error({ err: error, work: name }, 'work in the background failed'))
        .finally(() => running.delete(ended))
      running.add(ended)
    },
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
