import { type DeskAct, type DeskRole, mayDo, rolesOf } from './roles.ts'

/** @property scopes what a token is narrowed to; null for all that the role may do */
export type Rights = { role: DeskRole; scopes: readonly string[] | null }

/** Those of the command line. */
export const allRights: Rights = { role: 'owner', scopes: null }

/** `orders` is all of a room, `orders:read` what one reads there, and `orders:refund` one of its acts. */
export const allScopes: readonly string[] = [...new Set(Object.keys(rolesOf).flatMap(scopesOf))].toSorted()

/** Whether what the act shows may be read. */
export function mayRead(rights: Rights, act: DeskAct): boolean {
  return mayAct(rights, act, { isReading: true })
}

export function mayAct(
  { role, scopes }: Rights,
  act: DeskAct,
  { isReading }: { isReading: boolean },
): boolean {
  if (!mayDo(role, act)) return false
  const fitting = scopesOf(act).filter((scope) => isReading || scope !== readingIn(act))
  return scopes === null || scopes.some((scope) => fitting.includes(scope))
}

function scopesOf(act: string): string[] {
  return [roomOf(act), readingIn(act), act.replace('.', ':')]
}

function readingIn(act: string): string {
  return `${roomOf(act)}:read`
}

function roomOf(act: string): string {
  return act.replace(/\..*/, '')
}
