import { AppError } from '../web/http/errors.ts'

/** Like `requireConfirmation`, but programs may omit `confirm`. */
export function checkConfirmation(name: string, confirm: string | undefined, preview: object): void {
  if (confirm !== undefined) requireConfirmation(name, confirm, preview)
}

/**
 * Requires the object's name before an act that can't be undone.
 * @param preview effects of the act
 * @throws AppError 422 `confirmation_required` with the preview
 */
export function requireConfirmation(name: string, confirm: string | undefined, preview: object): void {
  const typed = confirm?.trim().toUpperCase()
  if (typed === name.toUpperCase()) return
  const detail = `It can’t be taken back. To go on, type ${name}.`
  const errors = [{ pointer: '/confirm', code: 'confirmation_required' as const, detail }]
  throw new AppError(422, 'confirmation_required', detail, { errors, members: { preview } })
}
