import { describe, expect, it } from 'vitest'
import type { ReleaseFile } from '#shared/releases.ts'
import { fileLabel, fileSize, fileUrl } from './release-file.ts'

const installer: ReleaseFile = {
  platform: 'windows',
  arch: 'x64',
  kind: 'installer',
  name: 'App-1.0.0-x64.exe',
}

describe('fileLabel', () => {
  it('names the kind and the ending', () => {
    expect(fileLabel(installer, [installer, { ...installer, kind: 'portable' }])).toBe('Installer, .exe')
  })

  it('names the processor where there is a choice', () => {
    const files: ReleaseFile[] = [installer, { ...installer, arch: 'arm64' }]
    expect(files.map((file) => fileLabel(file, files))).toEqual([
      'Installer, .exe, 64-bit Intel and AMD',
      'Installer, .exe, 64-bit ARM',
    ])
  })
})

it('writes sizes in megabytes', () => {
  expect(fileSize(84_212_345)).toBe('84.2 MB')
})

it('finds files below the base address', () => {
  expect(fileUrl('https://downloads.example', installer)).toBe('https://downloads.example/App-1.0.0-x64.exe')
})
