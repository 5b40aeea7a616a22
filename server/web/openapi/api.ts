import { z } from 'zod'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import type { Config } from '../../config.ts'
import type { AppContext } from '../../context.ts'
import { download, type Endpoint } from '../endpoint.ts'
import { json } from './description.ts'
import type { Part } from './document.ts'

export const openapiApi: Endpoint<AppContext>[] = [
  describe(apiRoutes.description, 'site', 'This document'),
  describe(apiRoutes.deskDescription, 'desk', 'The document of the desk’s addresses'),
]

function describe(path: string, part: Part, summary: string): Endpoint<AppContext> {
  return download({
    method: 'get',
    path,
    summary,
    says: 'An OpenAPI 3.1 document.',
    content: json(z.looseObject({})),
    async send({ ctx }, _input, res) {
      const document = await documentOf(ctx.config, part)
      res.set('Cache-Control', 'public, max-age=300').type('json').send(document)
    },
  })
}

/** Made on demand, because it takes 20 ms and few processes need it. */
const documents: Record<Part, WeakMap<Config, Promise<string>>> = { site: new WeakMap(), desk: new WeakMap() }

function documentOf(config: Config, part: Part): Promise<string> {
  const document = documents[part].get(config) ?? writeDocument(config.siteUrl, part)
  documents[part].set(config, document)
  return document
}

async function writeDocument(siteUrl: string, part: Part): Promise<string> {
  const { createApiDocument } = await import('./document.ts')
  return JSON.stringify(createApiDocument(siteUrl, part))
}
