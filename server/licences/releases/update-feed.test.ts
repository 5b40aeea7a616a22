import { parseUpdateInfo, resolveFiles } from 'electron-updater/out/providers/Provider.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { dayIn } from '#shared/calendar/calendar.ts'
import { fileUrl, type HashedFile, isHashed } from '#shared/releases/release-files.ts'
import { type Release, releaseSchema } from '#shared/releases/releases.ts'
import { newestFirst } from '#shared/releases/versions.ts'
import { anyRelease } from '../../testing/support/any-release.ts'
import { site } from '../../testing/support/site.ts'
import { checksums } from './checksums.ts'
import { type FeedName, findUpdate, updateFeed } from './update-feed.ts'

const { baseUrl } = site.downloads
const { timeZone } = site.company
const feeds: FeedName[] = ['windows', 'macos', 'linux', 'linuxArm64']

test('electron-updater reads back exactly the release’s values, whatever they contain', () => {
  fc.assert(
    fc.property(anyRelease, fc.constantFrom(...feeds), (release, feed) => {
      const update = findUpdate([release], feed)
      if (!update) return
      const text = updateFeed(update, site)
      const info = parseUpdateInfo(text, 'latest.yml', new URL(baseUrl))
      expect(info).toEqual(parse(text))
      expect(info.version).toBe(release.version)
      expect(dayIn(timeZone, info.releaseDate)).toBe(release.date)
      expect(dayIn(timeZone, new Date(Date.parse(info.releaseDate) - 1))).not.toBe(release.date)
      expect(String(info.releaseNotes).startsWith(release.summary)).toBe(true)
      for (const { url, info: file } of resolveFiles(info, new URL('https://site.example/updates/'))) {
        const source = release.files.find((other) => fileUrl(baseUrl, other) === url.href) as HashedFile
        const { sha512, size, blockMapSize } = source
        expect(file).toEqual({ url: url.href, sha512, size, ...(blockMapSize && { blockMapSize }) })
        expect(runsOn(feed, source)).toBe(true)
      }
      expect(info.path).toBe(info.files[0]?.url)
    }),
  )
})

test('a feed offers the newest release that has files for it', () => {
  fc.assert(
    fc.property(fc.array(anyRelease, { maxLength: 4 }), fc.constantFrom(...feeds), (releases, feed) => {
      const sorted = newestFirst(releases)
      const suitable = sorted.find((release) => release.files.some((file) => isOfferable(feed, file)))
      expect(findUpdate(sorted, feed)?.release).toBe(suitable)
    }),
  )
})

test('a Mac gets the .zip before the .dmg', () => {
  const files = [
    file({ platform: 'macos', arch: 'universal', kind: 'disk image', name: 'App-1.0.0.dmg' }),
    file({ platform: 'macos', arch: 'universal', kind: 'archive', name: 'App-1.0.0-mac.zip' }),
  ]
  const update = findUpdate([release({ files })], 'macos')
  expect(update?.files.map(({ name }) => name)).toEqual(['App-1.0.0-mac.zip', 'App-1.0.0.dmg'])
})

test('notes are plain text', () => {
  const files = [file({ platform: 'linux', arch: 'x64', kind: 'deb', name: 'app_1.0.0_amd64.deb' })]
  const update = findUpdate([release({ files, notes: { new: ['A', 'B'], fixed: ['C: d'] } })], 'linux')
  expect(update && parse(updateFeed(update, site)).releaseNotes).toBe('S\n\nNew\n- A\n- B\n\nFixed\n- C: d')
})

test('checksums leave out withdrawn files', () => {
  const files = [file({ platform: 'linux', arch: 'x64', kind: 'deb', name: 'app_1.0.0_amd64.deb' })]
  expect(checksums([release({ files })])).toContain('app_1.0.0_amd64.deb')
  expect(checksums([release({ files, withdrawn: true })])).toBe('')
})

test('checksums list each file with a known hash once', () => {
  fc.assert(
    fc.property(anyRelease, (release) => {
      const lines = release.files.filter(isHashed).map(({ sha256, name }) => `${sha256}  ${name}`)
      expect(checksums([release]).split('\n')).toEqual([...lines, ''])
    }),
  )
})

function runsOn(feed: FeedName, { platform, arch }: HashedFile): boolean {
  if (feed === 'linux') return platform === 'linux' && arch === 'x64'
  if (feed === 'linuxArm64') return platform === 'linux' && arch === 'arm64'
  return platform === feed
}

/** Windows feeds need a file for Intel machines. */
function isOfferable(feed: FeedName, file: Release['files'][number]): boolean {
  if (!isHashed(file) || file.kind === 'portable' || !runsOn(feed, file)) return false
  if (feed === 'windows') return file.name.endsWith('.exe') && file.arch !== 'arm64'
  return feed === 'macos' ? /\.(zip|dmg)$/.test(file.name) : /\.(AppImage|deb|rpm)$/.test(file.name)
}

function file(given: Pick<HashedFile, 'platform' | 'arch' | 'kind' | 'name'>): HashedFile {
  return { ...given, size: 1, sha256: 'a'.repeat(64), sha512: `${'A'.repeat(86)}==` }
}

function release(given: Partial<Release>): Release {
  const plain = { version: '1.0.0', date: '2026-01-01', stock: 'white', summary: 'S', notes: {}, files: [] }
  return releaseSchema.parse({ ...plain, ...given })
}
