import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../runtime/root.ts'

/** Copies the shipped content into a folder of its own in `dir`, with an owner of this address. */
export function contentWithOwner(dir: string, email: string): string {
  const content = mkdtempSync(join(dir, 'content-'))
  cpSync(join(root, 'content'), content, { recursive: true })
  const file = join(content, 'site.yml')
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nstaff: [{ email: ${email}, role: owner }]\n`)
  return content
}
