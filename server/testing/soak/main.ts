import { readOptions } from '../../runtime/arguments.ts'
import type { Progress } from './run-soak.ts'

/** Exits with 1 when anything acknowledged is lost or doubled. */
const values = readOptions('npm run soak -- [--orders N] [--clients N] [--kills N] [--processes N]', {
  orders: { type: 'string', default: '1000' },
  clients: { type: 'string', default: '16' },
  kills: { type: 'string', default: '3' },
  processes: { type: 'string', default: '1' },
})

// A wrong option is answered before the rest is read.
const { runSoak } = await import('./run-soak.ts')
const report = await runSoak({
  orders: Number(values.orders),
  clients: Number(values.clients),
  kills: Number(values.kills),
  processes: Number(values.processes),
  leases: 'wait',
  onProgress: show,
})
console.dir(report, { depth: 4 })
process.exitCode = report.isSound ? 0 : 1

function show(progress: Progress): void {
  const at = new Date().toISOString().slice(11, 19)
  if (progress.phase === 'load') {
    const { orders, requests, repeated, kills, memoryMb } = progress
    console.log(
      `${at} ${orders} orders, ${requests} requests, ${repeated} sent again, ${kills} kills, ${memoryMb.join(' + ')} MB`,
    )
    return
  }
  const { queued, leased, until } = progress
  const held =
    leased > 0
      ? `, ${leased} of them in hand; should a process have died with one, its lease ends by ${until?.slice(11, 19)}`
      : ''
  console.log(`${at} waiting for ${queued} mails to leave the outbox${held}`)
}
