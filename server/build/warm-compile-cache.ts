import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { root } from '../root.ts'

/** Compiles what a start of the site loads, so that even the first one reads it compiled. */
enableCompileCache(join(root, 'dist/compile-cache'))
const { loadSite } = await import(join(root, 'server/start.ts'))
await loadSite()
await import(join(root, 'server/workers.ts'))
await import(join(root, 'dist/server/entry-server.js'))
flushCompileCache()
