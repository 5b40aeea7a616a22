import { basename } from 'node:path/posix'
import type { Response } from 'express'
import { z } from 'zod'
import type { DeskAct } from '#shared/desk/roles.ts'
import type { ErrorCode } from '#shared/http/error-codes.ts'
import type { ShopContext } from '../context.ts'
import { eachPage, type ReadPage } from '../runtime/db/keyset.ts'
import { download, type Endpoint, endpoint, type Gate, type Parts, plain } from '../web/endpoint.ts'
import { type Columns, cellsOf, sendCsv } from '../web/http/csv.ts'
import { idempotencyKeySchema } from '../web/idempotency/openapi.ts'
import { type Content, type Operation, textOf } from '../web/openapi/description.ts'
import { actOnce, type OnceOnly } from './act-once.ts'
import { type ListQuery, pageOf } from './query.ts'
import { operator, requireRight, requireStaff, type Staff } from './staff.ts'

/** @property who act that the caller's role must allow, see `rolesOf` */
export type DeskEndpoint = Endpoint<ShopContext> & { who: DeskAct }

export type DeskParts<Path extends string> = Parts<ShopContext, Staff, Path>

export type Described<Input extends z.ZodType> = {
  who: DeskAct
  summary: string
  description?: string
  command?: string
  errors?: readonly ErrorCode[]
  input?: Input
}

/** Reads what a page shows and changes nothing. @param path answers GET */
export function read<Path extends string, Input extends z.ZodType, Output>(
  path: Path,
  {
    who,
    ...definition
  }: Described<Input> & {
    answer: z.ZodType<Output>
    run(parts: DeskParts<Path>, input: z.output<Input>): Promise<NoInfer<Output>>
    write?(output: NoInfer<Output>): AsyncIterable<string>
  },
): DeskEndpoint {
  const gate = gateFor(who)
  const said = { ...definition, says: 'What there is.' }
  return { who, ...endpoint<ShopContext, Staff, Path, Input, Output>({ ...said, method: 'get', path, gate }) }
}

/** Answers with a table or a document. @param path answers GET */
export function file<Path extends string, Input extends z.ZodType>(
  path: Path,
  {
    who,
    ...definition
  }: Described<Input> & {
    says: string
    content: Content
    send(parts: DeskParts<Path>, input: z.output<Input>, res: Response): Promise<void>
  },
): DeskEndpoint {
  const gate = gateFor(who)
  return { who, ...download<ShopContext, Staff, Path, Input>({ ...definition, method: 'get', path, gate }) }
}

/**
 * Answers with a list in pages, and as CSV.
 * @param path answers GET
 * @param csvPath ends with the file's name
 */
export function list<Query extends ListQuery, Row, Output>(
  path: string,
  csvPath: string,
  {
    columns,
    pages,
    show,
    ...definition
  }: Pick<Described<z.ZodType<Query>>, 'who' | 'summary'> & {
    input: z.ZodType<Query>
    answer: z.ZodType<Output>
    columns: Columns<Row>
    /** Reads the rows that pass the query's filters, in its sort. */
    pages(parts: DeskParts<''>, query: Query): Awaitable<ReadPage<Query['sort'], Row>>
    show(page: { rows: NoInfer<Row>[]; next: string | null }, ctx: ShopContext): Awaitable<NoInfer<Output>>
  },
): [page: DeskEndpoint, csv: DeskEndpoint] {
  const { who, input } = definition
  return [
    read(path, {
      ...definition,
      description: '`after` is `next` of the page before, with the same `sort`.',
      run: async (parts, query) => show(await (await pages(parts, query))(pageOf(query)), parts.ctx),
    }),
    csv(csvPath, {
      who,
      input,
      columns,
      async *rows(parts, query) {
        yield* eachPage(await pages(parts, query), query)
      },
    }),
  ]
}

type Awaitable<Value> = Value | Promise<Value>

/** Answers with a whole list as CSV. @param path ends with the file's name */
export function csv<Input extends z.ZodType, Row>(
  path: string,
  {
    columns,
    rows,
    ...definition
  }: Pick<Described<Input>, 'who' | 'input'> & {
    columns: Columns<Row>
    rows(parts: DeskParts<''>, query: z.output<Input>): AsyncIterable<Row[]>
  },
): DeskEndpoint {
  return file<string, Input>(path, {
    ...definition,
    summary: 'The same as CSV, all of it',
    says: 'A line for each.',
    content: textOf('text/csv'),
    send(parts, query, res) {
      const { timeZone } = parts.ctx.library.typed.site.company
      const sheet = { name: basename(path), columns: Object.keys(columns) }
      return sendCsv(res, sheet, cellsOf(columns, rows(parts, query), timeZone))
    },
  })
}

/** An act of staff that is harmless to repeat. @param path answers POST */
export function act<Path extends string, Input extends z.ZodType, Output>(
  path: Path,
  {
    who,
    ...definition
  }: Described<Input> & {
    says: string
    answer: z.ZodType<Output>
    run(parts: DeskParts<Path>, input: z.output<Input>): Promise<NoInfer<Output>>
  },
): DeskEndpoint {
  const gate = gateFor(who)
  const { input } = definition
  const posted = { ...definition, ...(input && { input: exact(input) }), method: 'post', path, gate } as const
  return { who, ...endpoint<ShopContext, Staff, Path, Input, Output>(posted) }
}

/** An act that counts once, however often it is sent. @param path answers POST, or DELETE */
export function once<Path extends string, Input extends z.ZodType<object>, Output>(
  path: Path,
  {
    who,
    method = 'post',
    input,
    run,
    resume,
    view,
    setsState = false,
    ...definition
  }: Described<Input> & {
    method?: 'post' | 'delete'
    /** A repeat changes nothing, so programs need no key. */
    setsState?: boolean
    says: string
    status?: 201 | 204
    /** Null for an answer without a body. */
    answer: z.ZodType<Output> | null
  } & OnceOnly<DeskParts<Path>, z.output<Input>, Output>,
): DeskEndpoint {
  const gate = gateFor(who)
  const revision = revisionIn(input)
  const acting = { method, who, countsRevision: revision === 'counts', setsState, run, resume, view }
  return {
    who,
    ...endpoint<ShopContext, Staff, Path, Input, Output>({
      ...definition,
      method,
      path,
      gate,
      headers: optionalKey,
      ...(input && { input: exact(input) }),
      description: describeOnce(revision, setsState),
      errors: [...onceErrors, ...(definition.errors ?? [])],
      run: (parts, read) => actOnce(parts, read ?? {}, acting),
    }),
  }
}

/** Describes an upload, whose handler checks the role itself. */
export function upload(path: string, who: DeskAct, operation: Operation): DeskEndpoint {
  return {
    who,
    ...plain('post', path, {
      access: 'desk',
      ...operation,
      errors: [...gateErrors, ...(operation.errors ?? [])],
    }),
  }
}

/** Refuses unknown members, so that a program notices a misspelt one. */
function exact<Input extends z.ZodType>(input: Input): Input {
  return input instanceof z.ZodObject ? (input.strict() as unknown as Input) : input
}

export const gateErrors = ['sign_in_required', 'role_forbidden', 'not_found', 'rate_limited'] as const

function gateFor(act: DeskAct): Gate<ShopContext, Staff> {
  return {
    access: 'desk',
    errors: gateErrors,
    async admit(ctx, { headers, isOperator }, method) {
      if (isOperator) return operator
      const staff = await requireStaff(ctx, { headers })
      requireRight(staff, act, { isReading: method === 'get' })
      return staff
    },
  }
}

const optionalKey = z.object({ 'Idempotency-Key': idempotencyKeySchema.optional() })

export const onceErrors = [
  'precondition_required',
  'idempotency_key_required',
  'idempotency_key_reused',
  'in_progress',
] as const

const countsOnce = 'A repeat with the same `Idempotency-Key` and body gives the first answer, for 30 days.'

const seen =
  ' With a `revision` that is no longer current, nothing is done: 409 `changed_meanwhile` says who was quicker. Send the one that you read.'

/**
 * An order's revision counts up, so a repeat has an old one. A licence's names its state, which may recur.
 */
type Revision = 'counts' | 'names' | null

function revisionIn(input: z.ZodType | undefined): Revision {
  const revision = input instanceof z.ZodObject ? input.shape.revision : undefined
  if (!revision) return null
  return revision instanceof z.ZodOptional && revision.unwrap() instanceof z.ZodNumber ? 'counts' : 'names'
}

function describeOnce(revision: Revision, setsState: boolean): string {
  const orRevision = revision === 'counts' ? ' or `revision`' : ''
  const refused = setsState
    ? ''
    : ` With a token, a repeat within a day without a key${orRevision} is refused.`
  return `${countsOnce}${refused}${revision ? seen : ''}`
}
