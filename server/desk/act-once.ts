import { dayMs } from '#shared/calendar/calendar.ts'
import type { DeskAct } from '#shared/desk/roles.ts'
import type { ShopContext } from '../context.ts'
import { momentOf } from '../runtime/moment.ts'
import type { Parts } from '../web/endpoint.ts'
import { AppError } from '../web/http/errors.ts'
import {
  type Attempt,
  type Bind,
  bindKey,
  keepAnswer,
  readIdempotencyKey,
  releaseKey,
  takeKey,
} from '../web/idempotency/keys.ts'
import type { Staff } from './staff.ts'

export type Acting = Staff & { who: string; bind: Bind }

/** @property Output what `view` answers; null for an answer without a body */
export type OnceOnly<Asking, Input, Output> = {
  /** Calls `by.bind` inside its transaction, with the id of what it made or changed. */
  run(parts: Asking & { by: Acting }, input: Input): Promise<void>
  /** Finishes an act whose process died after its transaction. */
  resume?: ((parts: Asking, made: string) => Promise<void>) | undefined
  view(parts: Asking, made: string): Promise<Output>
}

/**
 * @property countsRevision whether the act raises the object's revision, so that a sent revision can replace
 * a key
 * @property setsState whether a repeat changes nothing
 */
type Counting = { method: string; who: DeskAct; countsRevision: boolean; setsState: boolean }

/**
 * Runs an act once, however often it is sent: a repeated `Idempotency-Key` with the same input gets the first
 * answer. Without a key, programs may only repeat, within a day, acts that set a state or send a new
 * `revision`.
 * @param input its members have constant order
 * @throws AppError 428 `precondition_required`, and the errors of `takeKey`
 */
export async function actOnce<Asking extends Parts<ShopContext, Staff, string>, Input extends object, Output>(
  parts: Asking,
  input: Input,
  {
    method,
    who: act,
    countsRevision,
    setsState,
    run,
    resume,
    view,
  }: OnceOnly<Asking, Input, Output> & Counting,
): Promise<Output> {
  const { ctx, sender, asked } = parts
  const { db } = ctx.database
  const { email: who, isProgram } = sender
  const header = asked.headers['idempotency-key']
  const isBare = header === undefined
  const mayRepeat = !isProgram || setsState || (countsRevision && hasRevision(input))
  if (isBare && mayRepeat) return view(parts, await runBound(null))
  const content = { method: method.toUpperCase(), address: asked.address, body: input }
  // Without a key the request itself is the key, so that its repeat is recognised.
  const key = isBare ? JSON.stringify(content) : readIdempotencyKey(header)
  const keyed = isBare ? { scope: `desk ${who} without key`, lastsMs: dayMs } : { scope: `desk ${who}` }
  const attempt = await takeKey(db, { ...keyed, key, content }, momentOf(ctx))
  try {
    if (!('answer' in attempt)) return await firstAnswer(attempt)
    if (isBare) throw isRepeated()
    return attempt.answer as Output
  } finally {
    await releaseKey(db, attempt)
  }

  async function firstAnswer(attempt: Attempt): Promise<Output> {
    if (attempt.made !== null) await resume?.(parts, attempt.made)
    const made = attempt.made ?? (await runBound(attempt))
    const first = await view(parts, made)
    // The request isn't secret, so it can't encrypt the stored answer.
    await keepAnswer(db, attempt, { key, answer: isBare ? null : first }, momentOf(ctx))
    return first
  }

  /** @returns the id of what the act made or changed */
  async function runBound(attempt: Attempt | null): Promise<string> {
    let bound: string | null = null
    const bind: Bind = async (trx, made) => {
      if (attempt) await bindKey(trx, attempt, { made })
      bound = made
    }
    await run({ ...parts, by: { ...sender, who, bind } }, input)
    if (bound === null) throw new Error(`${act} was done without being bound.`)
    return bound
  }
}

function hasRevision(input: { revision?: unknown }): boolean {
  return input.revision !== undefined
}

function isRepeated(): AppError {
  const detail =
    'The same was done within a day, and counts once. To do it again, send an Idempotency-Key, or the revision of the order that you read.'
  return new AppError(428, 'precondition_required', detail)
}
