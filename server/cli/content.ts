import { once } from 'node:events'
import { readArguments, wholeNumber } from './arguments.ts'
import type { Command } from './main.ts'

/** The engine is loaded by the commands that need it: with all grammars it takes a second. */
export const content = {
  serve: {
    usage: 'content serve DIR --port N',
    summary: 'Serves /_content of a folder and nothing else; CONTENT_DRAFTS=1 shows drafts.',
    run: serve,
  },
  check: {
    usage: 'content check [DIR] [--json]',
    summary: 'Reports every broken file of a folder (content by default) and what looks odd.',
    run: check,
  },
} satisfies Record<string, Command>

async function serve(args: string[]): Promise<number> {
  const options = { port: { type: 'string', default: '4000' } } as const
  const { values, positionals } = readArguments(args, options, 1)
  const port = wholeNumber('--port', values.port)
  const [dir] = positionals
  if (!dir) throw new Error('Which folder? npm run admin -- content serve DIR --port N')
  const [{ default: express }, { createRouter }, { createContentStore }] = await Promise.all([
    import('express'),
    import('../content/router.ts'),
    import('../content/store.ts'),
  ])
  const store = await createContentStore({
    dir,
    drafts: process.env.CONTENT_DRAFTS === '1',
    now: () => new Date(),
    onWarning: (message) => console.warn(message),
  })
  const app = express().disable('x-powered-by')
  app.use('/_content', createRouter({ content: store }))
  const server = app.listen(port)
  await once(server, 'listening')
  console.log(`Serving ${dir} at http://localhost:${port}/_content`)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  server.close()
  server.closeAllConnections()
  store.close()
  return 0
}

async function check(args: string[]): Promise<number> {
  const options = { json: { type: 'boolean', default: false } } as const
  const { values, positionals } = readArguments(args, options, 1)
  const { createContentStore } = await import('../content/store.ts')
  const warnings: string[] = []
  const store = await createContentStore({
    dir: positionals[0] ?? 'content',
    drafts: true,
    tolerant: true,
    now: () => new Date(),
    onWarning: (message) => warnings.push(message),
  })
  const errors = store.errors.map(({ message }) => message)
  const documents = store.documents().length
  store.close()
  if (values.json) {
    console.log(JSON.stringify({ documents, errors, warnings }, null, 2))
  } else {
    for (const message of errors) console.error(message)
    for (const message of warnings) console.warn(`${message} (warning)`)
    console.log(`${documents} documents, ${errors.length} broken files, ${warnings.length} warnings`)
  }
  return errors.length > 0 ? 1 : 0
}
