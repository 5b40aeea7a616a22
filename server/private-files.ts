import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The permission bits of group and others. */
const others = 0o077

/**
 * Prepares a SQLite file that only its owner can read, and its folder. SQLite copies the file's mode to its `-wal` and
 * `-shm`. Existing files lose the access of others.
 */
export function claimDatabase(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  attempt(() => closeSync(openSync(file, 'wx', 0o600)))
  for (const each of [file, `${file}-wal`, `${file}-shm`]) takeFromOthers(each)
}

/** Removes the access of others. It leaves another user's file as it is, and `doctor` reports that one. */
export function takeFromOthers(file: string): void {
  attempt(() => {
    if (isOpen(file)) chmodSync(file, statSync(file).mode & ~others)
  })
}

/** Finds the files below a folder that others than their owner can read or write. */
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

/** Whatever fails here fails again in the next step, which says it better. */
function attempt(run: () => void): void {
  try {
    run()
  } catch {}
}
