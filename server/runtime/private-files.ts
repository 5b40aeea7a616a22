import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const others = 0o077

/** Restricts a SQLite file and its folder to their owner. SQLite copies the file's mode to `-wal` and `-shm`. */
export function claimDatabase(file: string): void {
  makePrivateFolder(dirname(file))
  attempt(() => closeSync(openSync(file, 'wx', 0o600)))
  for (const each of [file, `${file}-wal`, `${file}-shm`]) takeFromOthers(each)
}

/**
 * Node's own recursive mkdir never ends where the system can't create folders, such as /proc.
 * @throws Error if it isn't created
 */
export function makePrivateFolder(dir: string): void {
  if (!existsSync(dirname(dir))) makePrivateFolder(dirname(dir))
  try {
    mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** Leaves another user's file unchanged, which `doctor` reports. */
export function takeFromOthers(file: string): void {
  attempt(() => {
    if (isOpen(file)) chmodSync(file, statSync(file).mode & ~others)
  })
}

export function filesOpenToOthers(dir: string): string[] {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(isOpen)
}

function isOpen(file: string): boolean {
  return ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & others) !== 0
}

/** Ignores failures, which recur in the next step with a better message. */
function attempt(run: () => void): void {
  try {
    run()
  } catch {}
}
