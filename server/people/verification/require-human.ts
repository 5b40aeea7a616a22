import type { AppContext, Seller } from '../../context.ts'
import { AppError } from '../../web/http/errors.ts'

/** @throws AppError 422 `verification_failed`; 503 `verification_unavailable`, which offers another way to reach the company */
export async function requireHuman(
  { verifier, library }: Seller & Pick<AppContext, 'verifier'>,
  token: string,
  remoteIp?: string,
): Promise<void> {
  const verdict = await verifier.verify(token, remoteIp)
  if (verdict === 'failed') {
    const detail = 'Tick the box once more, so that we know you’re a person.'
    const code = 'verification_failed'
    const errors = [{ pointer: '/verification', code, detail } as const]
    throw new AppError(422, code, 'We couldn’t tell that you’re a person.', { errors })
  }
  if (verdict === 'unavailable') {
    const { email } = library.typed.site.company
    const detail = `We can’t check right now that you’re a person. Try again in a minute, or write to ${email}.`
    throw new AppError(503, 'verification_unavailable', detail)
  }
}
