import '../preload.js'
import { mkdtempSync, rmSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Compiles what a start of the site loads, and what it runs for its first page, so that even the first one reads it compiled. */
await import('../main.ts')
await import('../workers.ts')
// For content that has changed since the build.
await import('../content/markdown/parse-markdown.ts')
const { readConfig } = await import('../config.ts')
const { keepCompiled } = await import('../pages/run-compiled.ts')
const { serve } = await import('../start.ts')

const dataDir = mkdtempSync(join(tmpdir(), 'build-'))
const { CONTENT_DIR } = process.env
const config = readConfig({
  CONTENT_DIR,
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'silent',
})
// Content may come later than the build; the start judges it.
const port = await serve(config, false).catch((error) => {
  console.warn(`No page was rendered ahead: ${error.message}`)
})
if (port) await (await fetch(`http://127.0.0.1:${port}/`)).text()
keepCompiled()
flushCompileCache()
rmSync(dataDir, { recursive: true })
process.exit()
