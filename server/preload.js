import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// What has to be in place before anything else is loaded. As `--import` it comes before TypeScript too, and is JavaScript
// itself: with all types stripped by the build, Node needn't load its TypeScript parser, which takes 15 MB.
const root = join(import.meta.dirname, '..')
enableCompileCache(join(root, 'dist/compile-cache'))

const rootUrl = pathToFileURL(`${root}/`).href
const packagesUrl = `${rootUrl}node_modules/`
const libraries = builtLibraries()

registerHooks({
  resolve(specifier, context, nextResolve) {
    const importer = context.parentURL ?? ''
    // Packages among themselves may expect CommonJS, so only our own sources are led to the built files.
    if (!importer.startsWith(rootUrl) || importer.startsWith(packagesUrl))
      return nextResolve(specifier, context)
    const library = libraries?.[specifier]
    if (library) return { url: `${rootUrl}dist/libraries/${library}`, format: 'module', shortCircuit: true }
    const source = /^[#.].*\.ts$/.test(specifier) ? sourceOf(specifier, importer) : null
    if (source) return { url: source.href, format: 'module-typescript', shortCircuit: true }
    return nextResolve(specifier, context)
  },
})

/** A source says where it lies and what it is: to find out, Node would ask the disk six times. Null where there is none. */
function sourceOf(specifier, importer) {
  const url = specifier[0] === '#' ? new URL(specifier.slice(1), rootUrl) : new URL(specifier, importer)
  return existsSync(url) ? url : null
}

/** The built file of each library by its name; null where none were built of the versions that are locked now. */
function builtLibraries() {
  try {
    const { lock, files } = JSON.parse(readFileSync(join(root, 'dist/libraries/index.json'), 'utf8'))
    const hash = createHash('sha256')
      .update(readFileSync(join(root, 'package-lock.json')))
      .digest('hex')
    return lock === hash ? files : null
  } catch {
    return null
  }
}
