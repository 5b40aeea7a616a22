import { visualizer } from 'rollup-plugin-visualizer'
import { createBuilder } from 'vite'

/** Draws the parts of the browser's files, in bytes after minifying but before compression. */
const filename = 'test-results/bundle.html'

process.env.NODE_ENV = 'production'
const builder = await createBuilder({
  logLevel: 'warn',
  plugins: [visualizer({ filename, title: 'The browser’s files', sourcemap: true })],
  environments: { client: { build: { write: false, sourcemap: true } } },
})
const { client } = builder.environments
if (!client) throw new Error('vite.config.ts has no environment client')
await builder.build(client)
console.log(filename)
