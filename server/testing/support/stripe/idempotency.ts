import type { RequestHandler } from 'express'
import { Refusal } from './refusal.ts'

/** Repeats the answer to a repeated request, also a refusal unless `isKept` is false. Refuses a known key with another path or body. */
export function refuseReused(): RequestHandler {
  const answers = new Map<string, { sent: string; status: number; answer: unknown }>()
  return (req, res, next) => {
    const key = req.method === 'POST' ? req.get('idempotency-key') : undefined
    if (!key) return next()
    const sent = `${req.path} ${JSON.stringify(req.body)}`
    const earlier = answers.get(key)
    if (earlier && earlier.sent !== sent)
      throw new Refusal(
        400,
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.`,
        { type: 'idempotency_error' },
      )
    if (earlier) return void res.status(earlier.status).json(earlier.answer)
    const send = res.json.bind(res)
    res.json = (answer) => {
      if (res.locals.isKept ?? true)
        answers.set(key, { sent, status: res.statusCode, answer: structuredClone(answer) })
      return send(answer)
    }
    next()
  }
}
