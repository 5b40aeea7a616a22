import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Built releases with a link to the running one, as operators keep them. */
type Releases = {
  /** The start path, which leads through the link. */
  main: string
  current: string
  /** Adds a release whose processes log its name at the start. */
  add(name: string): string
  /** Points the link to a release. */
  use(name: string): void
}

export function createReleases(): Releases {
  const dir = mkdtempSync(join(tmpdir(), 'releases-'))
  const current = join(dir, 'current')
  return {
    main: join(current, 'dist/server/main.js'),
    current,
    add(name) {
      const folder = join(dir, name)
      mkdirSync(folder)
      for (const part of ['dist', 'content', 'public', 'package.json']) {
        cpSync(part, join(folder, part), { recursive: true })
      }
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
      const main = join(folder, 'dist/server/main.js')
      const line = JSON.stringify({ msg: 'release', name })
      writeFileSync(main, `${readFileSync(main, 'utf8')}\nconsole.log(${JSON.stringify(line)})\n`)
      return folder
    },
    use(name) {
      symlinkSync(name, `${current}.next`)
      renameSync(`${current}.next`, current)
    },
  }
}
