import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { ViteBuilder } from 'vite'
import { keepEarlierAssets } from './earlier-assets.ts'
import { sourceHash } from './source-hash.ts'

/** `--if-stale` rebuilds only the half whose sources changed. `--keep-assets-of DIR` keeps an earlier release's assets for a day. */
const {
  values: { 'if-stale': ifStale, 'keep-assets-of': earlier },
} = parseArgs({ options: { 'if-stale': { type: 'boolean' }, 'keep-assets-of': { type: 'string' } } })
const hashes = {
  server: sourceHash('client/**/*', 'shared/**/*', 'server/**/*'),
  client: sourceHash('client/**/*', 'shared/**/*', 'server/build/**/*', 'public/favicon.svg'),
}
const hashFile = { server: 'dist/server.sha256', client: 'dist/client.sha256' }

if (!ifStale) {
  rmSync('dist', { recursive: true, force: true })
  await build()
  if (earlier) keepEarlierAssets(earlier, 'dist', new Date())
} else if (viteIsInstalled()) await build()
else if (!existsSync(hashFile.client)) {
  console.error('The site has not been built, and Vite is missing: run npm ci and npm run build first.')
  process.exit(1)
}

async function build(): Promise<void> {
  const stale = (['server', 'client'] as const).filter((half) => hashes[half] !== builtFrom(half))
  if (stale.length === 0) return
  // The bundles must contain React's production build, whatever the caller's environment says.
  process.env.NODE_ENV = 'production'
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({ logLevel: 'warn' })
  for (const half of stale) {
    rmSync(hashFile[half], { force: true })
    await (half === 'server' ? buildEnvironment(builder, 'ssr') : buildClient(builder))
    writeFileSync(hashFile[half], hashes[half])
  }
}

async function buildClient(builder: ViteBuilder): Promise<void> {
  await buildEnvironment(builder, 'client')
  const { writePageFiles } = await import('./page-files.ts')
  writePageFiles('dist/client')
  const { makeIcons } = await import('./make-icons.ts')
  makeIcons()
  const { makeCards } = await import('./cards/make-cards.ts')
  // Content may be deployed after the build. Until then previews show the general picture.
  await makeCards().catch((error) => console.warn(`No pictures were made of the pages: ${error.message}`))
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

function builtFrom(half: keyof typeof hashFile): string | null {
  return existsSync(hashFile[half]) ? readFileSync(hashFile[half], 'utf8') : null
}

function viteIsInstalled(): boolean {
  try {
    import.meta.resolve('vite')
    return true
  } catch {
    return false
  }
}
