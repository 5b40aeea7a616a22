import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { plural } from '#shared/desk/count-words.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { type Config, readConfig, variablesInUse } from '../config.ts'
import { refuseBroken } from '../content/content-error.ts'
import type { ContentStore } from '../content/store.ts'
import { readArguments, UsageError, wholeNumber } from '../runtime/arguments.ts'
import { listen } from '../web/http/listen.ts'
import { type Command, flag, text } from './command.ts'

/** Loads the engine on demand, because all grammars take a second. */
export const content = {
  serve: {
    usage: 'content serve DIR --port N',
    summary:
      'Serves /_content of a folder and nothing else, to this machine unless HOST is set; CONTENT_DRAFTS=1 shows drafts.',
    async run(args) {
      const { values, positionals } = readArguments(args, { port: { ...text, default: '4000' } }, 1)
      const port = wholeNumber('--port', values.port)
      if (port > 65_535) throw new UsageError(`--port: ${port} is above 65535.`)
      const [dir] = positionals
      if (!dir) throw new UsageError('Which folder? npm run admin -- content serve DIR --port N')
      const config = readConfig()
      const host = variablesInUse().has('HOST') ? config.host : '127.0.0.1'
      const [{ default: express }, { createRouter }] = await Promise.all([
        import('express'),
        import('../content/router.ts'),
      ])
      const app = express().disable('x-powered-by')
      app.use(apiRoutes.content, createRouter({ content: await openFolder(dir, config) }))
      const server = await listen(app, { port, host }).catch((error) => {
        if (error.cause?.code !== 'EADDRINUSE') throw error
        throw new Error(`Port ${port} is taken by another program: stop it, or give --port a free one.`)
      })
      console.log(`Serving ${dir} at http://${host.includes(':') ? `[${host}]` : host}:${port}/_content`)
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
      server.close()
      server.closeAllConnections()
      return 0
    },
  },
  check: {
    usage: 'content check [DIR] [--documents] [--json]',
    summary:
      'Reports everything for which a start on a folder would be refused (CONTENT_DIR by default), and what looks odd. ' +
      '--documents checks a folder that is no site’s.',
    async run(args) {
      const options = { documents: flag, json: flag } as const
      const { values, positionals } = readArguments(args, options, 1)
      const { contentDir, stripe } = readConfig()
      const dir = positionals[0] ?? contentDir
      const { content, errors } = await (values.documents
        ? readDocuments(dir)
        : readSiteContent(dir, stripe !== null))
      const found = {
        documents: content.collection.documents.length,
        errors: errors.map(({ message }) => message),
        warnings: content.warnings,
      }
      if (values.json) {
        console.log(JSON.stringify(found, null, 2))
      } else {
        for (const message of found.errors) console.error(message)
        for (const message of found.warnings) console.warn(`${message} (warning)`)
        const { documents, errors, warnings } = found
        const counts = [
          plural(documents, 'document'),
          plural(errors.length, 'error'),
          plural(warnings.length, 'warning'),
        ]
        console.log(counts.join(', '))
      }
      return found.errors.length > 0 ? 1 : 0
    },
  },
  reload: {
    usage: 'content reload [--json]',
    summary:
      'Has the running site of this DATA_DIR take up changed files: all of its processes, or none where a file is broken.',
    async run(args) {
      const { values } = readArguments(args, { json: flag })
      const { reloadContent } = await import('../content/reload/reload-content.ts')
      const processes = await reloadContent(readConfig().dataDir)
      if (values.json) console.log(JSON.stringify({ processes }))
      else
        console.log(
          `The site shows the content as it is now, in ${processes} process${processes === 1 ? '' : 'es'}.`,
        )
      return 0
    },
  },
} satisfies Record<string, Command>

/** Reads a folder with a `site.yml` as the site does, with its variables. @throws ContentError */
async function openFolder(dir: string, { contentDrafts, stripe }: Config): Promise<ContentStore> {
  const { createContentStore, openContentStore } = await import('../content/store.ts')
  const options = { drafts: contentDrafts, now: () => new Date() }
  if (!existsSync(join(dir, 'site.yml'))) {
    return openContentStore({ dir, ...options, onWarning: (message) => console.warn(message) })
  }
  const { typed, content, errors } = await readSiteContent(dir, stripe !== null)
  refuseBroken(errors)
  for (const warning of content.warnings) console.warn(warning)
  return createContentStore(content, { ...options, timeZone: () => typed?.site.company.timeZone ?? 'UTC' })
}

async function readSiteContent(dir: string, cardPayments: boolean) {
  const { readLibrary } = await import('../content/read-library.ts')
  return readLibrary({ dir, cardPayments })
}

async function readDocuments(dir: string) {
  const { loadContent } = await import('../content/load-content.ts')
  const content = await loadContent({ dir })
  return { content, errors: content.errors }
}
