import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'

type Question = { ask: 'metrics'; id: string }
type Answer = { id: string; text: string | null }

/** Runs in the primary and sums all workers' counters. */
export async function gatherForWorkers(): Promise<void> {
  const { AggregatorRegistry } = (await import('prom-client')).default
  const registry = new AggregatorRegistry()
  cluster.on('message', async (worker, question: Partial<Question>) => {
    if (question.ask !== 'metrics') return
    const text = await registry.clusterMetrics().catch(() => null)
    if (worker.isConnected()) worker.send({ id: question.id, text })
  })
}

/** Runs in a worker. @throws Error if another worker doesn't answer, such as a starting one */
export function askPrimary(): Promise<string> {
  const question: Question = { ask: 'metrics', id: randomUUID() }
  return new Promise((resolve, reject) => {
    const listen = ({ id, text }: Partial<Answer>) => {
      if (id !== question.id) return
      process.off('message', listen)
      if (typeof text === 'string') resolve(text)
      else reject(new Error('not every worker has told its metrics'))
    }
    process.on('message', listen)
    process.send?.(question)
  })
}
