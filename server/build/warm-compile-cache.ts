import '../preload.js'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'

/** Compiles what a start of the site loads, so that even the first one reads it compiled. */
const { root } = await import('../root.ts')
await import('../main.ts')
const { loadSite } = await import('../start.ts')
await loadSite()
await import('../workers.ts')
// For content that has changed since the build.
await import('../content/markdown/parse-markdown.ts')
await import(join(root, 'dist/server/entry-server.js'))
flushCompileCache()
