/** What a sign-in opens. A link or session of one purpose is worth nothing to another. */
export type SignInPurpose = {
  name: 'licences' | 'desk'
  linkMs: number
  sessionMs: number
  /** A session that nobody used for so long is over. */
  idleMs?: number
  sameSite: 'lax' | 'strict'
}

const minute = 60_000

/** A link is followed from webmail, so the cookie has to come with a navigation from another site. */
export const licencesPurpose: SignInPurpose = {
  name: 'licences',
  linkMs: 30 * minute,
  sessionMs: 60 * minute,
  sameSite: 'lax',
}

/** Nobody reaches the desk from another site, so no cookie has to come along. */
export const deskPurpose: SignInPurpose = {
  name: 'desk',
  linkMs: 15 * minute,
  sessionMs: 12 * 60 * minute,
  idleMs: 30 * minute,
  sameSite: 'strict',
}
