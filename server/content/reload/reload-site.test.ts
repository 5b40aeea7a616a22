import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test, vi } from 'vitest'
import { runAdmin } from '../../testing/support/admin.ts'
import { copyContent } from '../../testing/support/fixture-content.ts'
import { shareContentCache } from '../../testing/support/share-content-cache.ts'

// The tests start processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const patience = { timeout: 60_000 }

type Line = { msg: string; address: string; problems?: string[] }

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

test.each(['1', '2'])(
  'with %s workers, the command and SIGHUP have all of them show changed files, or none a broken one',
  async (workers) => {
    const site = await startSite(workers)
    expect(await site.titles()).toEqual(['Terms & Conditions'])

    site.write('legal/terms.md', (text) => text.replace('title: Terms & Conditions', 'title: Rules'))
    const reloaded = await runAdmin(site.environment, 'content', 'reload')
    expect([reloaded.status, reloaded.stdout]).toEqual([0, expect.stringContaining(`${workers} process`)])
    expect(await site.titles()).toEqual(['Rules'])

    site.write('legal/terms.md', (text) => text.replace('title: Rules', 'title: 5'))
    site.write('legal/privacy.md', (text) => text.replace('title: Privacy Policy', 'title: Other'))
    const refused = await runAdmin(site.environment, 'content', 'reload')
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(/terms\.md:2: title: /)])
    expect(await site.titles()).toEqual(['Rules'])
    expect(await site.titles('/legal/privacy')).toEqual(['Privacy Policy'])
    expect(site.lines.find(({ msg }) => msg === 'content not reloaded')?.problems).toEqual([
      expect.stringMatching(/terms\.md:2: title: /),
    ])

    // The primary hears the signal, too.
    const all = Number(workers) + 1
    const heard = { reloaded: site.count('content reloaded'), refused: site.count('content not reloaded') }
    site.child.kill('SIGHUP')
    await vi.waitFor(() => expect(site.count('content not reloaded')).toBe(heard.refused + all), patience)
    expect(await site.titles()).toEqual(['Rules'])
    site.write('legal/terms.md', (text) => text.replace('title: 5', 'title: Terms'))
    site.child.kill('SIGHUP')
    await vi.waitFor(() => expect(site.count('content reloaded')).toBe(heard.reloaded + all), patience)
    expect(await site.titles()).toEqual(['Terms'])
  },
)

async function startSite(workers: string) {
  const [contentDir, dataDir] = [copyContent(), mkdtempSync(join(tmpdir(), 'data-'))]
  shareContentCache(dataDir)
  const environment = { CONTENT_DIR: contentDir, DATA_DIR: dataDir, WEB_CONCURRENCY: workers }
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { HOST: '127.0.0.1', PORT: '0', RATE_LIMIT_FACTOR: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  const lines: Line[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)))
  const count = (wanted: string) => lines.filter(({ msg }) => msg === wanted).length
  await vi.waitFor(() => expect(count('listening')).toBe(Number(workers)), patience)
  const address = lines.find(({ msg }) => msg === 'listening')?.address as string
  child.once('exit', () => {
    for (const dir of [contentDir, dataDir]) rmSync(dir, { recursive: true, force: true })
  })
  return {
    child,
    environment,
    lines,
    count,
    write(file: string, change: (text: string) => string) {
      const path = join(contentDir, file)
      writeFileSync(path, change(readFileSync(path, 'utf8')))
    },
    /** Each title comes over its own connection, so any worker may answer. */
    async titles(path = '/legal/terms'): Promise<string[]> {
      const pages = Array.from({ length: 8 }, async () => {
        const page = await fetch(address + path, { headers: { connection: 'close' } })
        return /<h1[^>]*>([^<]*)</.exec(await page.text())?.[1]?.replace('&amp;', '&') ?? ''
      })
      return [...new Set(await Promise.all(pages))]
    },
  }
}
