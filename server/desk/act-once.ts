import type { Request, RequestHandler } from 'express'
import type { DeskAct } from '#shared/desk/roles.ts'
import type { AppContext } from '../context.ts'
import { AppError } from '../http/errors.ts'
import {
  type Attempt,
  type Bind,
  bindKey,
  keepAnswer,
  readIdempotencyKey,
  releaseKey,
  takeKey,
} from '../idempotency/keys.ts'
import { momentOf } from '../moment.ts'
import { allow, type Staff, staffOf } from './staff.ts'

export type Acting = Staff & { who: string; bind: Bind }

type OnceOnly<Body extends object> = {
  /** Defaults to 200; 204 has no body. */
  status?: 201 | 204
  /** Throws for wrong input. Its members have constant order. */
  read(req: Request): Body
  /** Calls `by.bind` in its transaction. */
  run(req: Request, body: Body, by: Acting): Promise<void>
  /** Finishes an act whose process died after its transaction. */
  resume?(req: Request, made: string): Promise<void>
  answer(req: Request, made: string): Promise<object | null>
}

/**
 * An act that counts once, however often it is sent: a repeated `Idempotency-Key` and body get the first answer.
 * Programs must send a key, or the `revision` that they read, which is no longer current after the act.
 * @throws AppError 428 `precondition_required`, and as `takeKey`
 */
export function actOnce<Body extends object>(
  ctx: AppContext,
  act: DeskAct,
  { status, read, run, resume, answer }: OnceOnly<Body>,
): RequestHandler[] {
  async function answerTo(req: Request, staff: Staff): Promise<unknown> {
    const { db } = ctx.database
    const { email: who, isProgram } = staff
    const body = read(req)
    const header = req.get('idempotency-key')
    if (header === undefined) {
      if (isProgram) requireRevision(body)
      return answer(req, await runBound(null))
    }
    const key = readIdempotencyKey(header)
    const content = { method: req.method, address: req.originalUrl, body }
    const attempt = await takeKey(db, { scope: `desk ${who}`, key, content }, momentOf(ctx))
    try {
      return 'answer' in attempt ? attempt.answer : await firstAnswer(attempt)
    } finally {
      await releaseKey(db, attempt)
    }

    async function firstAnswer(attempt: Attempt): Promise<unknown> {
      if (attempt.made !== null) await resume?.(req, attempt.made)
      const made = attempt.made ?? (await runBound(attempt))
      const first = await answer(req, made)
      await keepAnswer(db, attempt, { key, answer: first }, momentOf(ctx))
      return first
    }

    /** @returns the id of what the act made or changed */
    async function runBound(attempt: Attempt | null): Promise<string> {
      let bound: string | null = null
      const bind: Bind = async (trx, made) => {
        if (attempt) await bindKey(trx, attempt, { made })
        bound = made
      }
      await run(req, body, { ...staff, who, bind })
      if (bound === null) throw new Error(`${act} was done without being bound.`)
      return bound
    }
  }

  return [
    allow(ctx, act),
    async (req, res) => {
      const answered = await answerTo(req, staffOf(res))
      if (status === 204) res.status(204).end()
      else res.status(status ?? 200).json(answered)
    },
  ]
}

function requireRevision(body: { revision?: unknown }): void {
  if (body.revision !== undefined) return
  const detail = 'Send an Idempotency-Key, or the revision that you read, so that a repeat counts once.'
  throw new AppError(428, 'precondition_required', detail)
}
