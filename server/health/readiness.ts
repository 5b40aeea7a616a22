export type Readiness = {
  /** True while every part answers and no shutdown has begun. */
  check(): Promise<boolean>
  /** From now on `check` says no: load balancers look elsewhere. */
  beginShutdown(): void
  readonly shuttingDown: boolean
}

/** @param parts things that must answer, such as the database; a rejected one means not ready. */
export function createReadiness(parts: (() => Promise<unknown>)[]): Readiness {
  let shuttingDown = false
  return {
    async check() {
      if (shuttingDown) return false
      const answers = await Promise.allSettled(parts.map((part) => part()))
      return answers.every(({ status }) => status === 'fulfilled')
    },
    beginShutdown() {
      shuttingDown = true
    },
    get shuttingDown() {
      return shuttingDown
    },
  }
}
