import { rmSync } from 'node:fs'
import { addFiles } from '#server/licences/releases/add-files.ts'
import { copyContent, writeFiles } from '#server/testing/support/fixture-content.ts'
import { startSite } from './start-site.ts'

export type ReleasedSite = { url: string; contentDir: string; close(): Promise<void> }

/** Starts a site whose newest release, 9.1.0, has these files. */
export async function startReleasedSite(names: string[]): Promise<ReleasedSite> {
  const contentDir = copyContent()
  const filesDir = `${contentDir}-files`
  const dataDir = `${contentDir}-data`
  const details = { summary: 'More words.', date: '2026-01-02' as const }
  await addFiles({
    contentDir,
    version: '9.1.0',
    paths: writeFiles(filesDir, names),
    said: {},
    details,
    clock: () => new Date(),
  })
  const site = await startSite({ CONTENT_DIR: contentDir, DATA_DIR: dataDir })
  return {
    url: site.url,
    contentDir,
    async close() {
      await site.close()
      for (const dir of [contentDir, filesDir, dataDir]) rmSync(dir, { recursive: true, force: true })
    },
  }
}
