import { type DeskAct, type DeskRole, mayDo, rolesOf } from './roles.ts'

/** @property scopes the limits of a token; null for everything that the role may do */
export type Rights = { role: DeskRole; scopes: readonly string[] | null }

/** The rights of the command line. */
export const allRights: Rights = { role: 'owner', scopes: null }

/** `orders` allows all acts on orders, `orders:read` only reading them, and `orders:refund` one act. */
export const allScopes: readonly string[] = [...new Set(Object.keys(rolesOf).flatMap(scopesOf))].toSorted()

/** Whether the act's data may be read. */
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
