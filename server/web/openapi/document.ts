import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathItemObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { type ErrorCode, errorCodes } from '#shared/http/error-codes.ts'
import { problemSchema } from '#shared/http/problem.ts'
import { endpoints } from '../../api.ts'
import { describeApi } from '../endpoint.ts'
import type { ApiDescription, Content, Operation } from './description.ts'
import { operationId } from './operation-id.ts'
import { webhookItems } from './webhooks.ts'

export const api = describeApi(endpoints)

/** OpenAPI 3.1. */
export function createApiDocument(siteUrl: string) {
  return createDocument({
    openapi: '3.1.0',
    info: { title: `API of ${siteUrl}`, version: '1' },
    servers: [{ url: siteUrl }],
    paths: Object.fromEntries(
      Object.entries(api).map(([path, operations]) => [openApiPath(path), toPathItem(path, operations)]),
    ),
    webhooks: webhookItems,
    components: {
      securitySchemes: {
        order: { type: 'http', scheme: 'bearer', description: 'The `accessToken` of the order.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'licences',
          description: 'The cookie that a mailed link sets; behind TLS its name begins with `__Host-`.',
        },
        desk: {
          type: 'apiKey',
          in: 'cookie',
          name: 'desk',
          description: 'The cookie that a link to the desk sets; behind TLS its name begins with `__Host-`.',
        },
        deskToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of `npm run admin -- desk token`, with the role of its owner.',
        },
        metrics: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN of the configuration.' },
      },
    },
  })
}

/** "/api/orders/:id" becomes "/api/orders/{id}". */
function openApiPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

function toPathItem(path: string, operations: ApiDescription[string]): ZodOpenApiPathItemObject {
  const entries = Object.entries(operations).map(([method, operation]) => [
    method,
    toOperation(path, method, operation),
  ])
  return Object.fromEntries(entries)
}

function toOperation(path: string, method: string, operation: Operation): ZodOpenApiOperationObject {
  const { summary, description, access, headers, query, body, answers } = operation
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => [name, z.string()])
  return {
    operationId: operationId(method, path),
    summary,
    ...(description && { description }),
    security: securityOf(access),
    requestParams: {
      ...(names.length > 0 && { path: z.object(Object.fromEntries(names)) }),
      ...(query && { query }),
      ...(headers && { header: headers }),
    },
    ...(body && { requestBody: { required: true, content: toContent(body) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, { description, content = {} }]) => [
          status,
          { description, content: toContent(content) },
        ]),
      ),
      ...toErrors([...(operation.errors ?? []), ...commonErrors(path, method)], operation.pageOfErrors),
    },
  }
}

function securityOf(access: Operation['access']): Record<string, string[]>[] {
  if (!access) return []
  return access === 'desk' ? [{ desk: [] }, { deskToken: [] }] : [{ [access]: [] }]
}

function toContent(content: Content) {
  return Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]))
}

/** Errors of the middleware before the routers. */
function commonErrors(path: string, method: string): ErrorCode[] {
  if (!path.startsWith('/api/')) return []
  const ofBodies: ErrorCode[] = [
    'malformed_json',
    'cross_origin_refused',
    'payload_too_large',
    'unsupported_media_type',
    'rate_limited',
  ]
  return [...(method === 'post' ? ofBodies : []), 'internal_error', 'temporarily_unavailable']
}

const problem = problemSchema.meta({ id: 'Problem' })

/** Codes of one status share an answer. */
function toErrors(codes: ErrorCode[], pageOfErrors: number[] = []): ZodOpenApiResponsesObject {
  const byStatus = Object.groupBy(new Set(codes), (code) => errorCodes[code].status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, ofStatus = []]) => {
      const description = ofStatus.map((code) => `\`${code}\`: ${errorCodes[code].meaning}`).join('\n\n')
      const content = {
        'application/problem+json': { schema: problem },
        ...(pageOfErrors.includes(Number(status)) && { 'text/html': { schema: z.string() } }),
      }
      return [status, { description, content }]
    }),
  )
}
