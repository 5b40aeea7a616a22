// Loaded before a server under test: on a message it tells what its process has used so far.
// Plain JavaScript, because Node's TypeScript parser would take 15 MB of the memory that is measured.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1_000, rssMb: process.memoryUsage.rss() / 1e6 })
})
process.on('disconnect', () => process.exit())
// A listener must not keep a process that has drained.
process.channel?.unref()
