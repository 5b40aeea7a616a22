// Plain JavaScript, because Node's TypeScript parser would add 15 MB to the measured memory.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1_000, rssMb: process.memoryUsage.rss() / 1e6 })
})
process.on('disconnect', () => process.exit())
// A listener must not keep a drained process alive.
process.channel?.unref()
