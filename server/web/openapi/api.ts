import { z } from 'zod'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import type { Config } from '../../config.ts'
import type { AppContext } from '../../context.ts'
import { download, type Endpoint } from '../endpoint.ts'
import { json } from './description.ts'

export const openapiApi: Endpoint<AppContext>[] = [
  download({
    method: 'get',
    path: apiRoutes.description,
    summary: 'This document',
    says: 'An OpenAPI 3.1 document.',
    content: json(z.looseObject({})),
    async send({ ctx }, _input, res) {
      const document = await documentOf(ctx.config)
      res.set('Cache-Control', 'public, max-age=300').type('json').send(document)
    },
  }),
]

/** Made on demand, because it takes 20 ms and few processes are asked. */
const documents = new WeakMap<Config, Promise<string>>()

function documentOf(config: Config): Promise<string> {
  const document = documents.get(config) ?? writeDocument(config.siteUrl)
  documents.set(config, document)
  return document
}

async function writeDocument(siteUrl: string): Promise<string> {
  const { createApiDocument } = await import('./document.ts')
  return JSON.stringify(createApiDocument(siteUrl))
}
