import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Folders of the built site, and a link to the one that runs, as an operator keeps them. */
export type Releases = {
  /** The path through the link, by which the site is started. */
  main: string
  current: string
  /** Makes a folder whose processes write a line with its name as they start. */
  add(name: string): string
  /** Lets the link lead to a folder. */
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
