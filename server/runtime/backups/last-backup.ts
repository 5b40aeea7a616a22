import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The last verified backup. Metrics and `doctor` report its age. */
type LastBackup = { file: string; createdAt: string }

export function recordBackup(dataDir: string, backup: LastBackup): void {
  writeFileSync(recordFile(dataDir), `${JSON.stringify(backup)}\n`, { mode: 0o600 })
}

/** Null if unknown, as when another machine makes the backups. */
export function readLastBackup(dataDir: string): LastBackup | null {
  try {
    return JSON.parse(readFileSync(recordFile(dataDir), 'utf8'))
  } catch {
    return null
  }
}

function recordFile(dataDir: string): string {
  return join(dataDir, 'last-backup.json')
}
