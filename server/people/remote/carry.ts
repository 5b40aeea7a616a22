import cluster from 'node:cluster'
import type { Note } from './bus.ts'

export type Carried = { remoteNote: Note }

/** Runs in the primary, and passes each worker's notes on to all. */
export function carryBetweenWorkers(): void {
  cluster.on('message', (_worker, message: Partial<Carried>) => {
    if (!message.remoteNote) return
    for (const worker of Object.values(cluster.workers ?? {})) {
      if (worker?.isConnected()) worker.send(message)
    }
  })
}
