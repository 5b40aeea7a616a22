import type { IncomingHttpHeaders } from 'node:http'
import type { Response } from 'express'
import type { AppContext, Clock, Data } from '../../context.ts'
import { momentOf } from '../../runtime/moment.ts'
import { clearSessionCookie, sessionToken } from './session-cookie.ts'
import type { SignInPurpose } from './session-lifetimes.ts'
import { endSession } from './sessions.ts'

/** Ends the session on the server, whatever the browser does with its cookie. */
export async function signOut(
  ctx: Data & Clock & Pick<AppContext, 'config'>,
  headers: Pick<IncomingHttpHeaders, 'cookie'>,
  purpose: SignInPurpose,
  res?: Response,
): Promise<void> {
  const token = sessionToken(headers, ctx.config, purpose)
  if (token) await endSession(ctx.database.db, token, purpose, momentOf(ctx))
  if (res) clearSessionCookie(res, ctx.config, purpose)
}
