import { expect, test } from 'vitest'
import { fileKindSchema } from '#shared/releases/releases.ts'
import { type Description, formats, readFileName } from './read-file-name.ts'

// electron-builder's names, by default and with `artifactName: ${name}-${version}-${arch}.${ext}`.
test.each([
  ['App-2.4.0-x64.exe', 'windows', 'x64', 'installer'],
  ['App-Setup-2.4.0-arm64.exe', 'windows', 'arm64', 'installer'],
  ['App-Portable-2.4.0-x64.exe', 'windows', 'x64', 'portable'],
  ['App-2.4.0-x64.msi', 'windows', 'x64', 'installer'],
  ['App-2.4.0-x64-win.zip', 'windows', 'x64', 'portable'],
  ['App-2.4.0-arm64-mac.zip', 'macos', 'arm64', 'archive'],
  ['App-2.4.0-universal-mac.zip', 'macos', 'universal', 'archive'],
  ['App-2.4.0-darwin-x64.zip', 'macos', 'x64', 'archive'],
  ['App-2.4.0-universal.dmg', 'macos', 'universal', 'disk image'],
  ['App-2.4.0-x86_64.AppImage', 'linux', 'x64', 'appimage'],
  ['App-2.4.0-arm64.AppImage', 'linux', 'arm64', 'appimage'],
  ['app_2.4.0_amd64.deb', 'linux', 'x64', 'deb'],
  ['app-2.4.0.aarch64.rpm', 'linux', 'arm64', 'rpm'],
  ['app-2.4.0.x86_64.rpm', 'linux', 'x64', 'rpm'],
  ['App-2.4.0-x64.tar.gz', 'linux', 'x64', 'archive'],
  ['App_2.4.0_aarch64.app.tar.gz', 'macos', 'arm64', 'archive'],
  ['App-2.4.0-win32-x64.zip', 'windows', 'x64', 'portable'],
  ['App-2.4.0-portable-x64.exe', 'windows', 'x64', 'portable'],
  ['App Setup 2.4.0.exe', 'windows', 'x64', 'installer'],
  ['App Setup 2.4.0-arm64.exe', 'windows', 'arm64', 'installer'],
  ['App 2.4.0.exe', 'windows', 'x64', 'portable'],
  ['App 2.4.0.msi', 'windows', 'x64', 'installer'],
  ['App-2.4.0-win.zip', 'windows', 'x64', 'portable'],
  ['App-2.4.0.dmg', 'macos', 'x64', 'disk image'],
  ['App-2.4.0-arm64.dmg', 'macos', 'arm64', 'disk image'],
  ['App-2.4.0-mac.zip', 'macos', 'x64', 'archive'],
  ['App-2.4.0.pkg', 'macos', 'x64', 'installer'],
  ['App-2.4.0.AppImage', 'linux', 'x64', 'appimage'],
  ['app-2.4.0.tar.gz', 'linux', 'x64', 'archive'],
  ['Mac-Win-arm64-Prompter-2.4.0-x64.AppImage', 'linux', 'x64', 'appimage'],
])('%s is for %s, %s: %s', (name, platform, arch, kind) => {
  expect(readFileName(name, '2.4.0')).toEqual({ platform, arch, kind })
})

test('a prerelease’s name carries its whole version', () => {
  const description = { platform: 'windows', arch: 'x64', kind: 'installer' }
  expect(readFileName('App-2.4.0-beta.1-x64.exe', '2.4.0-beta.1')).toEqual(description)
  for (const name of ['App-2.4.0-beta.11-x64.exe', 'App-2.4.0-beta.1.2-x64.exe', 'App-2.4.0-x64.exe']) {
    expect(() => readFileName(name, '2.4.0-beta.1')).toThrow('doesn’t stand in the name')
  }
})

test('what a name leaves open can be said', () => {
  expect(readFileName('App-2.4.0-x64.zip', '2.4.0', { platform: 'windows' })).toEqual({
    platform: 'windows',
    arch: 'x64',
    kind: 'portable',
  })
  expect(readFileName('App-2.4.0.dmg', '2.4.0', { arch: 'universal' }).arch).toBe('universal')
  expect(readFileName('App 2.4.0.exe', '2.4.0', { kind: 'installer' }).kind).toBe('installer')
  expect(readFileName('App-2.4.0-x64.exe', '2.4.0', { kind: 'portable' }).kind).toBe('portable')
})

test.each([
  ['App-2.4.0-x64.zip', {}, 'doesn’t tell its platform. Say it with --platform'],
  ['app-2.4.0.deb', {}, 'doesn’t tell its arch. Say it with --arch'],
  ['App-2.4.0-x64.dmg', { arch: 'arm64' }, 'the name says x64, --arch says arm64'],
  ['App-2.4.0-x64.dmg', { platform: 'linux' }, 'the name says macos, --platform says linux'],
  ['App-2.4.0-ia32.exe', {}, 'ia32 is none of x64, arm64, universal'],
  ['App-2.4.0-x64.txt', {}, 'this ending is none of .exe, .msi, .dmg'],
  ['App-x64.exe', {}, '2.4.0 doesn’t stand in the name'],
  ['App-12.4.0-x64.exe', {}, '2.4.0 doesn’t stand in the name'],
  ['App-2.4.01-x64.exe', {}, '2.4.0 doesn’t stand in the name'],
  ['App-2.4.0.1-x64.exe', {}, '2.4.0 doesn’t stand in the name'],
  ['App-2.4.0-beta.1-x64.exe', {}, '2.4.0-beta.1 is another version than 2.4.0'],
  ['App-2.4.0-alpha-arm64-mac.zip', {}, '2.4.0-alpha is another version'],
  ['App-2.4.0-next.12.dmg', { arch: 'universal' }, '2.4.0-next.12 is another version'],
  ['App-2.4.0-beta.dmg', { arch: 'x64' }, '2.4.0-beta is another version'],
  ['App-2.4.0rc1-x64.exe', {}, '2.4.0rc1 is another version'],
  ['app_2.4.0~beta.1_amd64.deb', {}, '2.4.0~beta.1 is another version'],
] as [string, Partial<Description>, string][])('%s with %o is refused: %s', (name, said, message) => {
  expect(() => readFileName(name, '2.4.0', said)).toThrow(`${name}: `)
  expect(() => readFileName(name, '2.4.0', said)).toThrow(message)
})

test('every kind of file has an ending, or shares that of archives', () => {
  const kinds = formats.map(({ kind }) => kind)
  expect([...new Set(kinds), 'portable'].toSorted()).toEqual(fileKindSchema.options.toSorted())
})
