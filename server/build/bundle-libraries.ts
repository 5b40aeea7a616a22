import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

/** What each start loads and is made of many files, as our sources import it. */
const libraries = [
  'compression',
  'cors',
  'express',
  'kysely',
  'pino',
  'qs',
  'rate-limiter-flexible',
  'yaml',
  'zod',
]

/**
 * Writes each library to one file of `dist/libraries`: finding and reading a thousand takes longer than running them.
 * What they have in common is written once. `index.json` says of which package-lock.json they are.
 */
export async function bundleLibraries(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    // What a library asks of the environment, it asks at the start.
    define: { 'process.env.NODE_ENV': 'process.env.NODE_ENV' },
    build: {
      ssr: true,
      outDir: 'dist/libraries',
      target: 'esnext',
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        input: Object.fromEntries(libraries.map((name) => [chunkOf(name), `library:${name}`])),
      },
    },
    plugins: [exportsAsNodeSeesThem, oneCopyOfEachVersion()],
  })
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  const files = Object.fromEntries(libraries.map((name) => [name, `${chunkOf(name)}.js`]))
  writeFileSync('dist/libraries/index.json', JSON.stringify({ lock, files }))
}

const chunkOf = (name: string) => name.replace('/', '-')

/** A CommonJS library has the named exports that Node finds in it, and so has its bundle. */
const exportsAsNodeSeesThem: Plugin = {
  name: 'exports-as-node-sees-them',
  resolveId: (id) => (id.startsWith('library:') ? id : null),
  async load(id) {
    if (!id.startsWith('library:')) return null
    const name = id.slice('library:'.length)
    const names = Object.keys(await import(name)).filter(
      (each) => !/^(module\.exports|__esModule)$/.test(each),
    )
    const file = JSON.stringify(fileURLToPath(import.meta.resolve(name)))
    return `export { ${names.join(', ')} } from ${file}`
  },
}

/** npm may have installed the same version of a package in several places. */
function oneCopyOfEachVersion(): Plugin {
  const places = new Map<string, string>()
  return {
    name: 'one-copy-of-each-version',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      const resolved = await this.resolve(id, importer, { ...options, skipSelf: true })
      const [, place, name, file] =
        /^(.+\/node_modules\/)((?:@[^/]+\/)?[^/]+)(\/.+)$/.exec(resolved?.id ?? '') ?? []
      if (!place) return resolved
      const { version } = JSON.parse(readFileSync(`${place}${name}/package.json`, 'utf8'))
      const first = places.get(`${name}@${version}`) ?? place
      places.set(`${name}@${version}`, first)
      return { ...resolved, id: `${first}${name}${file}` }
    },
  }
}
