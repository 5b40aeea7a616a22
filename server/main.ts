import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { root } from './root.ts'

// What is imported from here on is read as it was compiled before. The build fills the folder.
enableCompileCache(join(root, 'dist/compile-cache'))
const { start } = await import('./start.ts')
await start()
