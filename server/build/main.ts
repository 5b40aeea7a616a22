import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { ViteBuilder } from 'vite'
import { keepEarlierAssets } from './earlier-assets.ts'

/** `--if-stale` rebuilds only the half whose sources changed. `--keep-assets-of DIR` keeps an earlier release's assets for a day. */
const {
  values: { 'if-stale': ifStale, 'keep-assets-of': earlier },
} = parseArgs({ options: { 'if-stale': { type: 'boolean' }, 'keep-assets-of': { type: 'string' } } })
type Half = 'server' | 'client'

const hashFile: Record<Half, string> = { server: 'dist/server.sha256', client: 'dist/client.sha256' }

const sourcesOf: Record<Half, string[]> = {
  server: ['client/**/*', 'shared/**/*', 'server/**/*'],
  client: ['client/**/*', 'shared/**/*', 'server/build/**/*', 'public/favicon.svg'],
}

const ofEveryBuild = ['vite.config.ts', 'package-lock.json']
const ofNoBuild = ['**/*.test.*', 'client/e2e/**', 'client/measure/**', 'server/testing/**']

const steps: Record<Half, { words: string; run(builder: ViteBuilder): Promise<void> }[]> = {
  server: [{ words: 'the server', run: (builder) => buildEnvironment(builder, 'ssr') }],
  client: [
    { words: 'the pages for browsers', run: (builder) => buildEnvironment(builder, 'client') },
    { words: 'icons and pictures of pages', run: drawPictures },
    { words: 'compressed copies', run: writeCopies },
  ],
}

if (!ifStale) {
  rmSync('dist', { recursive: true, force: true })
  await build()
  if (earlier) keepEarlierAssets(earlier, 'dist', new Date())
} else if (viteIsInstalled()) await build()
else if (!existsSync(hashFile.client)) {
  console.error('The site has not been built, and Vite is missing: run npm ci and npm run build first.')
  process.exit(1)
}

/** Prints to standard error before slow work; a command's result may follow on standard output. */
async function build(): Promise<void> {
  const stale = (['server', 'client'] as const).filter(isStale)
  if (stale.length === 0) return
  const count = stale.flatMap((half) => steps[half]).length
  const start = performance.now()
  let step = 0
  let builder: ViteBuilder | undefined
  for (const half of stale) {
    const hash = sourceHash(...sourcesOf[half])
    rmSync(hashFile[half], { force: true })
    for (const { words, run } of steps[half]) {
      console.error(`Building ${++step} of ${count}: ${words}`)
      builder ??= await openBuilder()
      await run(builder)
    }
    writeFileSync(hashFile[half], hash)
  }
  console.error(`Built in ${Math.round((performance.now() - start) / 1000)} seconds.`)
}

/** A half that was never built is stale, whatever its sources. */
function isStale(half: Half): boolean {
  return (
    !existsSync(hashFile[half]) || readFileSync(hashFile[half], 'utf8') !== sourceHash(...sourcesOf[half])
  )
}

function openBuilder(): Promise<ViteBuilder> {
  // The bundles must contain React's production build, whatever the caller's environment.
  process.env.NODE_ENV = 'production'
  return import('vite').then(({ createBuilder }) => createBuilder({ logLevel: 'warn' }))
}

async function drawPictures(): Promise<void> {
  const { writePageFiles } = await import('./page-files.ts')
  writePageFiles('dist/client')
  const { makeIcons } = await import('./make-icons.ts')
  makeIcons()
  const { makeCards } = await import('./cards/make-cards.ts')
  // Content may be deployed after the build. Until then previews show the general picture.
  await makeCards().catch((error) => console.warn(`No pictures were made of the pages: ${error.message}`))
}

async function writeCopies(): Promise<void> {
  const { fileRoutes } = await import('#shared/routes/routes.ts')
  const { softwareLicences } = await import('./software-licences.ts')
  writeFileSync(`dist/client${fileRoutes.softwareLicences}`, softwareLicences('.'))
  const { precompress } = await import('./precompress.ts')
  await precompress('dist/client/assets')
}

async function buildEnvironment(builder: ViteBuilder, name: string): Promise<void> {
  const environment = builder.environments[name]
  if (!environment) throw new Error(`vite.config.ts has no environment ${name}`)
  await builder.build(environment)
}

function viteIsInstalled(): boolean {
  try {
    import.meta.resolve('vite')
    return true
  } catch {
    return false
  }
}

/** Hashes contents, because a checkout changes modification times. */
function sourceHash(...patterns: string[]): string {
  const files = globSync([...patterns, ...ofEveryBuild], { exclude: ofNoBuild, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
