import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { root } from '../root.ts'

/** Compiles what a start of the site loads, so that even the first one reads it compiled. */
enableCompileCache(join(root, 'dist/compile-cache'))
for (const file of ['start', 'context', 'app', 'drain', 'listen', 'workers', 'pages/stored-pages']) {
  await import(join(root, `server/${file}.ts`))
}
await import(join(root, 'dist/server/entry-server.js'))
flushCompileCache()
