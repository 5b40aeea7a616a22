import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import { type DatabaseConfig, databaseFile } from './db/database.ts'
import { createRoomCheck } from './db/disk-room.ts'
import { makePrivateFolder, takeFromOthers } from './private-files.ts'
import { StartError } from './start-error.ts'

/**
 * Creates DATA_DIR, removes other users' access and checks that it's writable.
 * @throws StartError for an operator
 */
export async function claimDataDir({ dataDir, databaseUrl }: DatabaseConfig): Promise<void> {
  try {
    makePrivateFolder(dataDir)
    if (!isShared(dataDir)) takeFromOthers(dataDir)
    await createRoomCheck(databaseFile(dataDir))()
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new StartError(`DATA_DIR is ${dataDir}: ${reasons[code] ?? message}`, { cause: error })
  }
  // A shop that has moved to PostgreSQL may keep its old file, which can be unreadable.
  if (!databaseUrl) requireOwnDatabase(databaseFile(dataDir))
}

/** SQLite opens a read-only file, and its error at the first write names neither file nor reason. */
function requireOwnDatabase(database: string): void {
  for (const file of [database, `${database}-wal`, `${database}-shm`]) {
    try {
      if (lstatSync(file, { throwIfNoEntry: false })) accessSync(file, constants.R_OK | constants.W_OK)
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      throw new StartError(reasons[code] ? `${file}: ${notOwn}` : message, { cause: error })
    }
  }
}

const notOwn = 'this user can’t read and write it. Give it the file, such as by chown.'

/** A shared folder such as /tmp has the sticky bit. */
function isShared(dir: string): boolean {
  return (statSync(dir).mode & 0o1000) !== 0
}

const notAllowed = 'this user can’t write there. Give it the folder, or set DATA_DIR to another one.'
const notMade = 'no folder can be made there. Set DATA_DIR to another one.'
const noFolder = 'a file is in its place, or a link to a disk that isn’t mounted. Set DATA_DIR to a folder.'
const noRoom = 'its disk is full. Make room there.'

const reasons: Record<string, string> = {
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: notAllowed,
  ENOENT: notMade,
  EEXIST: noFolder,
  ENOTDIR: noFolder,
  ENOSPC: noRoom,
  EDQUOT: noRoom,
}
