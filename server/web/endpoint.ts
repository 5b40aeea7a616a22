import type { IncomingHttpHeaders } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import { Readable } from 'node:stream'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { z } from 'zod'
import type { ErrorCode } from '#shared/http/error-codes.ts'
import { methodNotAllowed, nothingHere } from './http/errors.ts'
import { parse } from './http/parse.ts'
import { sendStream } from './http/send-stream.ts'
import { limitRate, type RateLimits } from './middleware/rate-limit.ts'
import { type ApiDescription, type Content, json, type Operation } from './openapi/description.ts'
import { patternOf } from './path-pattern.ts'

/** A request, whether from an API client, a form, a page in process or a command. */
export type Asked = {
  /** Path and query as in the API, even for forms and commands. */
  address: string
  /** Set for a command, which has no session. */
  isOperator?: true
  headers: IncomingHttpHeaders
  ip: string | undefined
  params: Readonly<Record<string, string>>
  query: unknown
  body: unknown
}

/**
 * One method of an address. Routes, forms, pages, commands and openapi.json all derive from lists of these.
 */
export type Endpoint<Ctx> = {
  method: Method
  /** Path with parameter names, such as "/api/desk/orders/:id". */
  path: string
  operation: Operation
  /** Text for the command's help. Absent if there is no command. */
  command?: string | undefined
  /** Middleware that precedes every method of the path, only for HTTP clients. */
  guards(ctx: Ctx & Limited): RequestHandler[]
  /** Value of `Cache-Control`; refusals aren't cached. */
  cache?: string | undefined
  /** @throws AppError for a sender without permission, for wrong input, and as the address itself refuses */
  answer(ctx: Ctx, asked: Asked, res?: Response): Promise<Answer>
  /** Set for a plain handler, which is mounted separately. */
  isMounted?: true
}

type Method = 'get' | 'post' | 'delete'

type Limited = { rateLimits: RateLimits }

/**
 * @property body null if there is none, or it was sent already
 * @property text the body in parts, for HTTP clients
 */
export type Answer = {
  status: number
  body: unknown
  text?: AsyncIterable<string> | undefined
  isSent?: true
}

/** Arguments of an endpoint's `run`. */
export type Parts<Ctx, Sender, Path extends string> = {
  ctx: Ctx
  sender: Sender
  params: Record<NamesIn<Path>, string>
  asked: Asked
}

/** Extracts "id" and "number" from "/api/desk/orders/:id/documents/:number.pdf". */
type NamesIn<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Segment}/${infer Tail}`
    ? WithoutSuffix<Segment> | NamesIn<Tail>
    : WithoutSuffix<Rest>
  : never

type WithoutSuffix<Segment extends string> = Segment extends `${infer Name}.${string}` ? Name : Segment

/** Admits a kind of sender, and names it in the API description. */
export type Gate<Ctx, Sender> = Pick<Operation, 'access'> & {
  /** Errors common to every address behind it. */
  errors?: readonly ErrorCode[]
  /** Middleware that precedes `limit`. Forms have their own. */
  guards?(ctx: Ctx): RequestHandler[]
  /** Without it, everybody is admitted. @throws AppError for others */
  admit?(ctx: Ctx, asked: Asked, method: Method): Promise<Sender>
}

type Definition<Ctx, Sender, Path extends string, Input extends z.ZodType> = Described & {
  path: Path
  gate?: Gate<Ctx, Sender>
  cache?: string
  input?: Input
}

type Described = {
  method: Method
  summary: string
  /** Adds only facts that schemas can't express. */
  description?: string | undefined
  command?: string
  errors?: readonly ErrorCode[]
  /** Describes the answer. */
  says: string
  /** Defaults to 200. */
  status?: number
  headers?: z.ZodObject
  /** Counts every request to the path, before its input is read. */
  limit?: keyof RateLimits
  /** Overrides the generated description, and adds answers, such as the page that a browser's form gets. */
  described?: Partial<Operation>
  /** Read from the body of a POST, and from the query of other methods. */
  input?: z.ZodType
}

/** @property write yields a large answer in parts */
type Answering<Ctx, Sender, Path extends string, Input extends z.ZodType, Output> = {
  /** Null for an answer without a body. */
  answer: z.ZodType<Output> | null
  run(parts: Parts<Ctx, Sender, Path>, input: z.output<Input>, res?: Response): Promise<NoInfer<Output>>
  /** Set if the status depends on the answer. */
  statusOf?(output: NoInfer<Output>): number
  write?(output: NoInfer<Output>): AsyncIterable<string>
}

/** Defines an address. It admits the sender before it reads the input. */
export function endpoint<Ctx, Sender, Path extends string, Input extends z.ZodType, Output>(
  definition: Definition<Ctx, Sender, Path, Input> & Answering<Ctx, Sender, Path, Input, Output>,
): Endpoint<Ctx> {
  const { status = 200, answer, run, statusOf, write } = definition
  return {
    ...served(definition, answer && json(answer)),
    async answer(ctx, asked, res) {
      const body = await run(...(await begin(definition, ctx, asked)), res)
      return { status: statusOf?.(body) ?? status, body: answer ? body : null, text: write?.(body) }
    },
  }
}

/** Defines an address that sends a stream or a file, only to HTTP clients. */
export function download<Ctx, Sender, Path extends string, Input extends z.ZodType>(
  definition: Definition<Ctx, Sender, Path, Input> & {
    content: Content
    send(parts: Parts<Ctx, Sender, Path>, input: z.output<Input>, res: Response): Promise<void>
  },
): Endpoint<Ctx> {
  const { path, content, send } = definition
  return {
    ...served(definition, content),
    async answer(ctx, asked, res) {
      if (!res) throw new TypeError(`${path} is for clients.`)
      await send(...(await begin(definition, ctx, asked)), res)
      return { status: 200, body: null, isSent: true }
    },
  }
}

/** Describes an address whose plain handler, such as an upload, is mounted separately. */
export function plain(method: Method, path: string, operation: Operation): Endpoint<unknown> {
  const answer = () => Promise.reject(new TypeError(`${path} is for clients.`))
  return { method, path, operation, guards: () => [], answer, isMounted: true }
}

function served<Ctx, Sender, Path extends string, Input extends z.ZodType>(
  definition: Definition<Ctx, Sender, Path, Input>,
  content: Content | null,
): Omit<Endpoint<Ctx>, 'answer'> {
  const { method, path, command, gate, limit, cache } = definition
  return {
    method,
    path,
    command,
    cache,
    operation: describe(definition, content),
    guards: (ctx) => [...(gate?.guards?.(ctx) ?? []), ...(limit ? [limitRate(ctx.rateLimits[limit])] : [])],
  }
}

async function begin<Ctx, Sender, Path extends string, Input extends z.ZodType>(
  { method, gate, input }: Definition<Ctx, Sender, Path, Input>,
  ctx: Ctx,
  asked: Asked,
): Promise<[Parts<Ctx, Sender, Path>, z.output<Input>]> {
  const sender = (await gate?.admit?.(ctx, asked, method)) as Sender
  const params = asked.params as Parts<Ctx, Sender, Path>['params']
  return [{ ctx, sender, params, asked }, (input && readInput(method, input, asked)) as z.output<Input>]
}

function readInput<Input extends z.ZodType>(
  method: Method,
  input: Input,
  { body = {}, query }: Asked,
): z.output<Input> {
  return parse(input, method === 'post' ? body : query, refusalOf(method))
}

/** Error code for wrong input. */
function refusalOf(method: Method): 'validation_failed' | 'invalid_request' {
  return method === 'post' ? 'validation_failed' : 'invalid_request'
}

function describe(
  definition: Described & { gate?: Pick<Gate<never, unknown>, 'access' | 'errors'> },
  content: Content | null,
): Operation {
  const { method, gate, limit, summary, description, says, status = 200, headers, input } = definition
  const { described, errors = [] } = definition
  return {
    ...(gate?.access && { access: gate.access }),
    summary,
    ...(description !== undefined && { description }),
    ...(headers && { headers }),
    ...(input && (method === 'post' ? { body: json(input) } : { query: input as z.ZodObject })),
    errors: [
      ...[...(gate?.errors ?? []), ...errors, ...(input ? [refusalOf(method)] : [])],
      ...(limit ? (['rate_limited'] as const) : []),
    ],
    ...described,
    answers: { [status]: { description: says, ...(content && { content }) }, ...described?.answers },
  }
}

/** Serves endpoints at their full paths, and answers 405 to other methods. */
export function createApi<Ctx extends Limited>(ctx: Ctx, endpoints: readonly Endpoint<Ctx>[]): Router {
  const router = Router()
  for (const [path, ofPath] of Map.groupBy(endpoints, (each) => each.path)) {
    const routed = ofPath.filter(({ isMounted }) => !isMounted)
    for (const guard of routed[0]?.guards(ctx) ?? []) router.all(path, guard)
    for (const each of routed) router[each.method](path, serve(ctx, each))
    router.all(path, methodNotAllowed(...ofPath.flatMap(({ method }) => methodNames[method])))
  }
  return router
}

const methodNames = { get: ['GET', 'HEAD'], post: ['POST'], delete: ['DELETE'] }

function serve<Ctx>(ctx: Ctx, { answer, cache }: Endpoint<Ctx>): RequestHandler {
  return async (req, res) => {
    const { status, body, text, isSent } = await answer(ctx, askedBy(req), res)
    if (isSent) return
    if (cache) res.set('Cache-Control', cache)
    if (text) await sendStream(res.status(status).type('json'), Readable.from(text))
    else if (body === null) res.status(status).end()
    else res.status(status).json(body)
  }
}

/** Forms pass their own `params` and `body`. */
export function askedBy({ originalUrl: address, headers, ip, params, query, body }: Request): Asked {
  return { address, headers, ip, params: params as Record<string, string>, query, body }
}

/** The endpoints' part of openapi.json. */
export function describeApi(endpoints: readonly Endpoint<never>[]): ApiDescription {
  const description: ApiDescription = {}
  for (const { path, method, operation } of endpoints) {
    description[path] = { ...description[path], [method]: operation }
  }
  return description
}

/** A request within the process, on behalf of a form's sender, a page's visitor or the operator. */
export type InProcess = Pick<Asked, 'headers' | 'ip' | 'isOperator'> & {
  method: Method
  address: string
  body?: object
}

/**
 * Answers as the API does, without a connection.
 * @throws AppError as `Endpoint` does, and 404 for an unknown address
 */
export function createCaller<Ctx>(ctx: Ctx, endpoints: readonly Endpoint<Ctx>[]) {
  const patterns = endpoints.map((each) => ({ ...each, pattern: patternOf(each.path) }))

  return async ({ method, address, body, ...sender }: InProcess, res?: Response): Promise<Answer> => {
    const [path = '', search = ''] = address.split('?')
    for (const { pattern, answer, ...each } of patterns) {
      const params = each.method === method && pattern.exec(path)
      if (!params) continue
      const asked = { address, params: decode(params.groups), query: parseQuery(search), body }
      return answer(ctx, { ...sender, ...asked }, res)
    }
    throw nothingHere()
  }
}

function decode(names: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(names).map(([name, text]) => [name, decodeURIComponent(text)]))
}
