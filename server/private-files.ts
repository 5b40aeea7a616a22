import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What anybody but the owner may do. */
const others = 0o077

/**
 * Makes SQLite's file and its folder where they are missing, for their owner alone: SQLite gives the file's mode to the
 * log and the index that it keeps beside it. What is there already is taken from others.
 */
export function claimDatabase(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  attempt(() => closeSync(openSync(file, 'wx', 0o600)))
  for (const each of [file, `${file}-wal`, `${file}-shm`]) takeFromOthers(each)
}

/** Leaves a file that isn't there, or belongs to another user, as it is: `doctor` tells of the latter. */
export function takeFromOthers(file: string): void {
  attempt(() => {
    if (isOpen(file)) chmodSync(file, statSync(file).mode & ~others)
  })
}

/** The files of a folder, at any depth, that others than their owner may read or write. */
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

/** What can't be done here the next step fails at, with a better message. */
function attempt(run: () => void): void {
  try {
    run()
  } catch {}
}
