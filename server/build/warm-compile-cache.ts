import '../preload.js'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
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
const { loadBuiltBundle } = await import('../pages/ssr-bundle.ts')
const { serve } = await import('../start.ts')

const dataDir = mkdtempSync(join(tmpdir(), 'build-'))
try {
  await openHome()
} catch (error) {
  // Content may come later than the build; the start judges it.
  console.warn(`No page was rendered ahead: ${(error as Error).message}`)
  loadBuiltBundle()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
keepCompiled()
flushCompileCache()
process.exit()

/** As a visitor of the defaults would. */
async function openHome(): Promise<void> {
  const { CONTENT_DIR } = process.env
  const config = readConfig({
    CONTENT_DIR,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
  })
  const port = await serve(config, false)
  const [page] = await once(get({ port, host: '127.0.0.1' }), 'response')
  if (page.statusCode !== 200) throw new Error(`the home page answered ${page.statusCode}`)
}
