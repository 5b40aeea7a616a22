import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// What has to be in place before anything else is loaded. As `--import` it comes before TypeScript too, and is JavaScript
// itself: with all types stripped by the build, Node needn't load its TypeScript parser, which takes 15 MB.
const root = join(import.meta.dirname, '..')
enableCompileCache(join(root, 'dist/compile-cache'))

const libraries = builtLibraries()
if (libraries) {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const file = libraries[specifier]
      // Packages among themselves may expect CommonJS, so only our own sources are led to the built files.
      if (!file || context.parentURL?.includes('/node_modules/')) return nextResolve(specifier, context)
      const { href } = pathToFileURL(join(root, 'dist/libraries', file))
      return { url: href, format: 'module', shortCircuit: true }
    },
  })
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
