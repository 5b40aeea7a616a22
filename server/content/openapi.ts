import { z } from 'zod'
import { maxBodyInWords } from '#shared/http/body-limit.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { plain } from '../web/endpoint.ts'
import { json, type Operation } from '../web/openapi/description.ts'

const direction = z.union([z.string(), z.record(z.string(), z.string())])

/** Written in addresses as `where[tags][$contains]=x`; by default its members would become parameters. */
const inBrackets = <Schema extends z.ZodType>(schema: Schema) =>
  schema.meta({ param: { style: 'deepObject', explode: true } })

/** Describes the common options only; the server accepts every option of Nuxt Content 1. */
const querySchema = z.object({
  only: z.union([z.string(), z.array(z.string())]).optional(),
  without: z.union([z.string(), z.array(z.string())]).optional(),
  sortBy: z.union([direction, z.array(direction)]).optional(),
  where: inBrackets(z.looseObject({}).optional()),
  search: z.union([z.string(), z.looseObject({})]).optional(),
  surround: inBrackets(
    z
      .object({
        slugOrPath: z.string(),
        options: z.object({ before: z.int().optional(), after: z.int().optional() }).optional(),
      })
      .optional(),
  ),
  limit: z.int().nonnegative().optional(),
  skip: z.int().nonnegative().optional(),
  deep: z.boolean().optional(),
  text: z.boolean().optional(),
})

const failure = { content: json(z.object({ message: z.string() })) }
const documentSchema = z.looseObject({})
const answers: Operation['answers'] = {
  200: {
    description: 'A document, or the documents of a directory; `X-Total-Count` counts those of a list.',
    content: json(z.union([documentSchema, z.array(documentSchema.nullable())])),
  },
  400: { description: 'The query is not valid.', ...failure },
  404: { description: 'There is neither a document nor a directory at this path.', ...failure },
  413: { description: `The body is larger than ${maxBodyInWords}.`, ...failure },
}

/** `:path` stands for any number of segments. */
const path = `${apiRoutes.content}/:path`

export const contentApi = [
  plain('get', path, { summary: 'Query content by the query string', query: querySchema, answers }),
  plain('post', path, {
    summary: 'Query content',
    description: 'As the HTTP API of Nuxt Content 1. `path` may hold slashes.',
    body: json(querySchema),
    answers,
  }),
]
