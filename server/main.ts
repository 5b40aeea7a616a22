import './preload.js'

const { start } = await import('./start.ts')
// The build only loads it.
if (import.meta.main) await start()
