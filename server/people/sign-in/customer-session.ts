import type { IncomingHttpHeaders } from 'node:http'
import type { AppContext, Clock, Data } from '../../context.ts'
import type { Asked } from '../../web/endpoint.ts'
import { AppError } from '../../web/http/errors.ts'
import { sessionToken } from './session-cookie.ts'
import { licencesPurpose } from './session-lifetimes.ts'
import { findSession, type Session } from './sessions.ts'

type Parts = Data & Clock & Pick<AppContext, 'config'>

export async function sessionOf(
  { config, database: { db }, clock }: Parts,
  headers: Pick<IncomingHttpHeaders, 'cookie'>,
): Promise<Session | null> {
  const token = sessionToken(headers, config, licencesPurpose)
  return token === null ? null : findSession(db, token, licencesPurpose, clock())
}

/** @throws AppError 401 `sign_in_required` */
export async function requireSession(ctx: Parts, asked: Pick<Asked, 'headers'>): Promise<Session> {
  const session = await sessionOf(ctx, asked.headers)
  if (session) return session
  throw new AppError(401, 'sign_in_required', 'Sign in by a link that we mail you.')
}
