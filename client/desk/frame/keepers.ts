import { type DeskAct, rolesOf } from '#shared/desk/roles.ts'

const keepers = { owner: 'the owner', support: 'support', books: 'whoever keeps the books' }

/** Who may do it. */
export function keepersOf(act: DeskAct): string[] {
  return rolesOf[act].map((role) => keepers[role])
}
