/** Loaded before a server under test: on a message it tells what its process has used so far. */
export type Usage = { cpuMs: number; rssMb: number }

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  const usage: Usage = { cpuMs: (user + system) / 1_000, rssMb: process.memoryUsage.rss() / 1e6 }
  process.send?.(usage)
})
process.on('disconnect', () => process.exit())
// A listener must not keep a process that has drained.
process.channel?.unref()
