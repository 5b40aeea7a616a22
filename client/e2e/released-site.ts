import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { addFiles } from '#server/releases/add-files.ts'
import { copyContent, writeFiles } from '#server/testing/fixture-content.ts'

export type ReleasedSite = { url: string; contentDir: string; close(): Promise<void> }

/** A site of its own whose newest release, 9.1.0, has these files with sizes and hashes. */
export async function startReleasedSite(names: string[]): Promise<ReleasedSite> {
  const contentDir = copyContent()
  const filesDir = `${contentDir}-files`
  const dataDir = `${contentDir}-data`
  const details = { summary: 'More words.', date: '2026-01-02' }
  await addFiles({ contentDir, version: '9.1.0', paths: writeFiles(filesDir, names), said: {}, details })
  const environment = { PORT: '0', HOST: '127.0.0.1', ANALYTICS_ID: '', LOG_LEVEL: 'info' }
  const server = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, ...environment, CONTENT_DIR: contentDir, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    url: await addressOf(server),
    contentDir,
    async close() {
      const exit = once(server, 'exit')
      server.kill()
      await exit
      for (const dir of [contentDir, filesDir, dataDir]) rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The site has no log')
  for await (const line of createInterface(stdout)) {
    const { address } = JSON.parse(line) as { address?: string }
    if (!address) continue
    stdout.resume()
    return address
  }
  throw new Error('The site did not start')
}
