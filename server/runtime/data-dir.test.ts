import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claimDataDir } from './data-dir.ts'

test('makes a folder that is missing, its owner’s alone, and leaves nothing in it', async () => {
  const dir = join(temporaryDir(), 'new')
  await claimDataDir({ dataDir: dir, databaseUrl: null })
  expect(statSync(dir).mode & 0o777).toBe(0o700)
  expect(readdirSync(dir)).toEqual([])
})

test('takes a folder that was there from other users, but not one that everybody shares', async () => {
  for (const [before, after] of [
    [0o755, 0o700],
    [0o1777, 0o1777],
  ] as const) {
    const dir = temporaryDir()
    chmodSync(dir, before)
    await claimDataDir({ dataDir: dir, databaseUrl: null })
    expect(statSync(dir).mode & 0o7777).toBe(after)
  }
})

test('refuses a file in its place, or above it', async () => {
  const file = join(temporaryDir(), 'file')
  writeFileSync(file, '')
  for (const dir of [file, join(file, 'below')]) {
    await expect(claimDataDir({ dataDir: dir, databaseUrl: null })).rejects.toThrow(
      `DATA_DIR is ${dir}: a file is in its place, or a link to a disk that isn’t mounted. Set DATA_DIR to a folder.`,
    )
  }
})

test('says that a disk may not be mounted', async () => {
  const link = join(temporaryDir(), 'link')
  symlinkSync('not-mounted', link)
  await expect(claimDataDir({ dataDir: join(link, 'data'), databaseUrl: null })).rejects.toThrow(
    'or a link to a disk that isn’t mounted',
  )
})

// The kernel lets no user create a folder there, not even root.
test.runIf(existsSync('/sys/kernel'))('refuses a folder that can’t be written', async () => {
  await expect(claimDataDir({ dataDir: '/sys/kernel/site', databaseUrl: null })).rejects.toThrow(
    'this user can’t write there',
  )
})

// A system that makes no folder there says that the one above is missing.
test.runIf(existsSync('/proc/self'))('refuses a folder where the system makes none', async () => {
  for (const dir of ['/proc/site', '/proc/site/data']) {
    await expect(claimDataDir({ dataDir: dir, databaseUrl: null })).rejects.toThrow(
      `DATA_DIR is ${dir}: no folder can be made there. Set DATA_DIR to another one.`,
    )
  }
})

test('makes every folder above it', async () => {
  const dir = join(temporaryDir(), 'above', 'new')
  await claimDataDir({ dataDir: dir, databaseUrl: null })
  expect(statSync(dir).mode & 0o777).toBe(0o700)
})

test('refuses a database that this user can’t open, by its name', async () => {
  const dir = temporaryDir()
  const log = join(dir, 'site.db-wal')
  symlinkSync(log, log)
  await expect(claimDataDir({ dataDir: dir, databaseUrl: null })).rejects.toThrow(log)
  await claimDataDir({ dataDir: dir, databaseUrl: 'postgres://elsewhere/site' })
})

test.runIf(existsSync('/dev/full'))('refuses a full disk', async () => {
  const dir = temporaryDir()
  // Every write to this device fails for lack of room.
  symlinkSync('/dev/full', join(dir, `site.db.room-${process.pid}`))
  await expect(claimDataDir({ dataDir: dir, databaseUrl: null })).rejects.toThrow(
    'its disk is full. Make room there.',
  )
})

function temporaryDir(): string {
  return mkdtempSync(join(tmpdir(), 'data-'))
}
