import type { AuditAct } from '#shared/desk/audit-words.ts'

/** Links and sessions of one purpose don't work for another. */
export type SignInPurpose = {
  name: 'licences' | 'desk'
  linkMs: number
  sessionMs: number
  /** A session ends after this long without use. */
  idleMs?: number
  sameSite: 'lax' | 'strict'
  /** Names of the audited acts; absent if the audit doesn't record them. */
  acts?: { signedIn: AuditAct; ended: AuditAct }
}

const minute = 60_000

/** Links in webmail must send the cookie, so navigations from other sites include it. */
export const licencesPurpose: SignInPurpose = {
  name: 'licences',
  linkMs: 30 * minute,
  sessionMs: 60 * minute,
  sameSite: 'lax',
}

/** Mails link to the desk too; `reopenWithStrictCookie` repeats such a visit with the cookie. */
export const deskPurpose: SignInPurpose = {
  name: 'desk',
  linkMs: 15 * minute,
  sessionMs: 12 * 60 * minute,
  idleMs: 30 * minute,
  sameSite: 'strict',
  acts: { signedIn: 'desk.signed_in', ended: 'desk.session_ended' },
}
