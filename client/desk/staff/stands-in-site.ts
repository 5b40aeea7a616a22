import type { DeskMember } from '#shared/desk/answers.ts'

/** Whether somebody is an owner in `content/site.yml`, whom the desk can't end. */
export function standsInSite({ role, addedAt }: Pick<DeskMember, 'role' | 'addedAt'>): boolean {
  return role !== null && addedAt === null
}
