import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverrideContext,
  type ZodOpenApiPathItemObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { type ErrorCode, errorCodes } from '#shared/http/error-codes.ts'
import { problemSchema } from '#shared/http/problem.ts'
import { problemMembers } from '#shared/http/problem-members.ts'
import { endpoints } from '../../api.ts'
import { gateErrors, onceErrors } from '../../desk/endpoints.ts'
import { describeApi } from '../endpoint.ts'
import type { ApiDescription, Content, Operation } from './description.ts'
import { signedTexts } from './named-schemas.ts'
import { operationId } from './operation-id.ts'
import { webhookItems } from './webhooks.ts'

export const api = describeApi(endpoints)

/** The desk has its own document, since applications and shops don't need it. */
export type Part = 'site' | 'desk'

/** Writes OpenAPI 3.1. */
export function createApiDocument(siteUrl: string, part: Part) {
  const isDesk = part === 'desk'
  const paths = Object.entries(api).filter(([path]) => isDesk === path.startsWith(`${deskApiRoot}/`))
  const document: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: { title: `${isDesk ? 'API of the desk' : 'API'} of ${siteUrl}`, version: '1' },
    servers: [{ url: siteUrl }],
    paths: Object.fromEntries(
      paths.map(([path, operations]) => [openApiPath(path), toPathItem(path, operations)]),
    ),
    ...(!isDesk && { webhooks: webhookItems }),
    components: {
      ...(!isDesk && { schemas: signedTexts }),
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
  }
  return createDocument(document, { override: openAnswer })
}

const deskApiRoot = '/api/desk'

/** Later versions add members, so clients must accept unknown ones. */
function openAnswer({ jsonSchema, io }: ZodOpenApiOverrideContext): void {
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
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
  const { summary, description, access, headers, query, body, answers, errors = [] } = operation
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
      ...toErrors(errors, commonErrors(path, method, errors), operation.pageOfErrors),
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

/** Errors of the middleware before the routers, and of the desk's gate. */
function commonErrors(path: string, method: string, errors: readonly ErrorCode[]): ErrorCode[] {
  if (!path.startsWith('/api/')) return []
  const ofDesk = path.startsWith(`${deskApiRoot}/`) ? deskErrors.filter((code) => errors.includes(code)) : []
  const ofBodies: ErrorCode[] = [
    'bad_request',
    'malformed_json',
    'cross_origin_refused',
    'payload_too_large',
    'unsupported_media_type',
    'rate_limited',
  ]
  const all = [...(method === 'get' ? [] : ofBodies), ...ofDesk]
  return [...new Set<ErrorCode>([...all, 'internal_error', 'temporarily_unavailable'])]
}

/** Errors common to the desk's addresses, and to acts that count once. */
const deskErrors: readonly ErrorCode[] = [...gateErrors, ...onceErrors]

/**
 * Codes of the same status share an answer. Codes common to every address share the default answer, which
 * doesn't apply to statuses with their own.
 */
function toErrors(
  codes: readonly ErrorCode[],
  common: readonly ErrorCode[],
  pageOfErrors: number[] = [],
): ZodOpenApiResponsesObject {
  const own = codes.filter((code) => !common.includes(code))
  const ownStatuses = new Set(own.map((code) => errorCodes[code].status))
  const beside = common.filter((code) => ownStatuses.has(errorCodes[code].status))
  const byStatus = Object.groupBy(new Set([...own, ...beside]), (code) => errorCodes[code].status)
  return {
    ...Object.fromEntries(
      Object.entries(byStatus).map(([status, ofStatus = []]) => [
        status,
        refusal(ofStatus, { isPage: pageOfErrors.includes(Number(status)) }),
      ]),
    ),
    ...(common.length > 0 && { default: refusal(common, { isPage: false }) }),
  }
}

/** Describes each answer once, for operations to refer to. */
const refusals = new Map<string, ZodOpenApiResponseObject>()

function refusal(codes: readonly ErrorCode[], { isPage }: { isPage: boolean }): ZodOpenApiResponseObject {
  const id = codes.map(pascalCase).join('Or') + (isPage ? 'Page' : '')
  const known = refusals.get(id)
  if (known) return known
  const made: ZodOpenApiResponseObject = {
    id,
    description: codes.map((code) => `\`${code}\`: ${errorCodes[code].meaning}`).join(' '),
    content: {
      'application/problem+json': { schema: problemOf(codes) },
      ...(isPage && { 'text/html': { schema: z.string() } }),
    },
  }
  refusals.set(id, made)
  return made
}

const problem = problemSchema.extend({ code: z.string() }).meta({ id: 'Problem' })

const problems = Object.fromEntries(
  Object.entries(problemMembers).map(([code, members]) => [
    code,
    z
      .intersection(problem, z.object({ code: z.literal(code), ...members }))
      .meta({ id: `${pascalCase(code)}Problem` }),
  ]),
) as Partial<Record<ErrorCode, z.ZodType>>

/** The code tells clients which members a problem has. */
function problemOf(codes: readonly ErrorCode[]): z.ZodType {
  const special = codes.flatMap((code) => problems[code] ?? [])
  const plain = codes.filter((code) => !problems[code])
  const all =
    plain.length > 0 ? [...special, z.intersection(problem, z.object({ code: z.enum(plain) }))] : special
  return all.length === 1 ? (all[0] as z.ZodType) : z.union(all)
}

/** "seat_limit_reached" → "SeatLimitReached" */
function pascalCase(code: string): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase())
}
