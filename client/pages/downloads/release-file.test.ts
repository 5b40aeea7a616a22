import { describe, expect, it } from 'vitest'
import type { Arch, ReleaseFile } from '#shared/releases/releases.ts'
import { arrangeFiles, fileLabel, fileSize, mainFiles, processor } from './release-file.ts'

const installer: ReleaseFile = {
  platform: 'windows',
  arch: 'x64',
  kind: 'installer',
  name: 'App-1.0.0-x64.exe',
}

describe('a file is called', () => {
  it.each([
    [installer, 'Installer, .exe', '64-bit Intel and AMD'],
    [{ ...installer, kind: 'portable', name: 'App-1.0.0-x64.zip' }, 'Portable, .zip', '64-bit Intel and AMD'],
    [
      { platform: 'macos', arch: 'arm64', kind: 'disk image', name: 'App-1.0.0-arm64.dmg' },
      'Disk image, .dmg',
      'Apple silicon',
    ],
    [
      { platform: 'linux', arch: 'arm64', kind: 'archive', name: 'App-1.0.0-arm64.tar.gz' },
      'Archive, .tar.gz',
      '64-bit ARM',
    ],
    [
      { platform: 'linux', arch: 'x64', kind: 'appimage', name: 'App-1.0.0.AppImage' },
      'AppImage',
      '64-bit Intel and AMD',
    ],
  ] as [ReleaseFile, string, string][])('%o', (file, label, runsOn) => {
    expect([fileLabel(file), processor(file)]).toEqual([label, runsOn])
  })
})

it('writes sizes in megabytes', () => {
  expect(fileSize(84_212_345)).toBe('84.2 MB')
  expect(fileSize(1_234)).toBe('1.2 kB')
})

describe('on a Mac', () => {
  const intel: ReleaseFile = { platform: 'macos', arch: 'x64', kind: 'disk image', name: 'App-1.0.0.dmg' }
  const apple: ReleaseFile = { ...intel, arch: 'arm64', name: 'App-1.0.0-arm64.dmg' }
  const zip: ReleaseFile = { ...apple, kind: 'archive', name: 'App-1.0.0-arm64-mac.zip' }

  it.each([
    [null, [intel, apple]],
    ['x64', [intel]],
    ['arm64', [apple]],
  ] as [Arch | null, ReleaseFile[]][])('with processor %s the buttons are', (arch, main) => {
    expect(mainFiles([zip, apple, intel], arch)).toEqual(main)
    const arranged = arrangeFiles([zip, apple, intel], arch)
    expect([arranged[0], arranged.at(-1)]).toEqual([main[0], zip])
  })

  it('without a file for the processor none is preferred', () => {
    expect(mainFiles([intel, zip], 'arm64')).toEqual([intel])
  })
})
