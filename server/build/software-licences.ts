import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Locked = Record<string, { version: string; license?: string; dev?: boolean }>

/**
 * Names, versions, licences and notices of all production packages, which their licences require.
 * @throws Error for a package without a licence
 */
export function softwareLicences(folder: string): string {
  const { packages }: { packages: Locked } = JSON.parse(
    readFileSync(join(folder, 'package-lock.json'), 'utf8'),
  )
  const sections = Object.entries(packages)
    // Packages for other platforms are locked but not installed.
    .filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(folder, path)))
    .map(([path, { version, license }]) => describe(join(folder, path), version, license))
  return `This site is made with the software below.\n\n${[...new Set(sections)].sort().join(`\n${'-'.repeat(80)}\n\n`)}`
}

function describe(folder: string, version: string, license: string | undefined): string {
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const files = globSync('{licen[cs]e,LICEN[CS]E,Licen[cs]e,copying,COPYING,notice,NOTICE}*', { cwd: folder })
  const notices = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  if (!license && notices.length === 0) throw new Error(`${name} ${version} names no licence.`)
  return `${[`${name} ${version} (${license ?? 'see below'})`, ...notices].join('\n\n')}\n`
}
