import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { precompress } from './precompress.ts'
import { sourceHash } from './source-hash.ts'

const stamp = 'dist/sources.sha256'

const hash = sourceHash()
const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : null

if (!process.argv.includes('--if-stale')) await build()
else if (built === null) await build()
else if (built !== hash && viteIsInstalled()) await build()

/**
 * Two builds into `dist/`, icons and pictures of the pages, the content parsed and the libraries that a start loads, then
 * the mark that says what they were made from.
 */
async function build() {
  // Whatever the caller's environment says: the bundles hold React's production build.
  process.env.NODE_ENV = 'production'
  const { build: viteBuild } = await import('vite')
  rmSync('dist', { recursive: true, force: true })
  await viteBuild({ logLevel: 'warn' })
  await viteBuild({ logLevel: 'warn', build: { ssr: true } })
  const { makeIcons } = await import('./make-icons.ts')
  makeIcons()
  const { makeCards } = await import('./cards/make-cards.ts')
  const { parseContent } = await import('./parse-content.ts')
  // Content may come later than the build; the start judges it, and does without what was to be made of it here.
  await makeCards()
    .then(() => parseContent('dist/content-cache'))
    .catch((error) => console.warn(`Nothing was made of the content ahead: ${error.message}`))
  await precompress('dist/client/assets')
  const { bundleLibraries } = await import('./bundle-libraries.ts')
  await bundleLibraries()
  execFileSync(process.execPath, ['server/build/warm-compile-cache.ts'], { stdio: 'inherit' })
  writeFileSync(stamp, hash)
}

/** A platform that built the site may have removed the development packages since. */
function viteIsInstalled(): boolean {
  try {
    import.meta.resolve('vite')
    return true
  } catch {
    return false
  }
}
