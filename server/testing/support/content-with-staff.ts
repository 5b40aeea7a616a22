import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Site } from '#shared/seller/site.ts'
import { root } from '../../runtime/root.ts'

/** Copies the shipped content into a folder of its own in `dir`, with these members of staff. */
export function contentWithStaff(dir: string, staff: Site['staff']): string {
  const content = mkdtempSync(join(dir, 'content-'))
  cpSync(join(root, 'content'), content, { recursive: true })
  const file = join(content, 'site.yml')
  const members = staff.map(({ email, role }) => `{ email: ${email}, role: ${role} }`)
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nstaff: [${members.join(', ')}]\n`)
  return content
}
