/** Wakes this process's outbox worker, so that new mails leave at once. */
export type Nudge = { nudge(): void; onNudge(listener: () => void): void }

export function createNudge(): Nudge {
  const listeners: (() => void)[] = []
  return {
    nudge: () => {
      for (const listener of listeners) listener()
    },
    onNudge: (listener) => void listeners.push(listener),
  }
}
