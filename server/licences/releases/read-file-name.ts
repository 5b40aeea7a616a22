import type { ReleaseFile } from '#shared/releases/releases.ts'

export type Description = Pick<ReleaseFile, 'platform' | 'arch' | 'kind'>

/**
 * Reads only after the version, so that a product's name can't pass for a platform.
 * @throws Error if the name leaves the platform unclear
 */
export function readFileName(name: string, version: string, said: Partial<Description> = {}): Description {
  const rest = afterVersion(name, version)
  const format = formatOf(name)
  if (!format)
    throw new Error(`${name}: this ending is none of ${formats.map(({ ending }) => ending).join(', ')}`)
  refuseOthers(name, rest)
  refusePrerelease(name, rest, version)
  const platform = settle(name, 'platform', format.platform ?? find(platforms, rest), said.platform)
  return {
    platform,
    arch: settle(name, 'arch', find(arches, rest), said.arch, format.unnamedArch),
    kind: said.kind ?? kindOf(name, version, format.kind, platform),
  }
}

/** In lower case, such as ".tar.gz"; undefined for an unknown one. */
export function endingOf(name: string): string | undefined {
  return formatOf(name)?.ending
}

function formatOf(name: string): Format | undefined {
  return formats.find(({ ending }) => name.toLowerCase().endsWith(ending))
}

type Format = {
  ending: string
  platform?: ReleaseFile['platform']
  kind: ReleaseFile['kind']
  /** Processor that electron-builder leaves out of names. */
  unnamedArch?: 'x64'
}

export const formats: readonly Format[] = [
  { ending: '.exe', platform: 'windows', kind: 'installer', unnamedArch: 'x64' },
  { ending: '.msi', platform: 'windows', kind: 'installer', unnamedArch: 'x64' },
  { ending: '.dmg', platform: 'macos', kind: 'disk image', unnamedArch: 'x64' },
  { ending: '.pkg', platform: 'macos', kind: 'installer', unnamedArch: 'x64' },
  { ending: '.appimage', platform: 'linux', kind: 'appimage', unnamedArch: 'x64' },
  { ending: '.deb', platform: 'linux', kind: 'deb' },
  { ending: '.rpm', platform: 'linux', kind: 'rpm' },
  { ending: '.app.tar.gz', platform: 'macos', kind: 'archive' },
  { ending: '.tar.gz', platform: 'linux', kind: 'archive', unnamedArch: 'x64' },
  { ending: '.zip', kind: 'archive', unnamedArch: 'x64' },
]

const platforms: Record<ReleaseFile['platform'], string[]> = {
  windows: ['win', 'windows', 'win32'],
  macos: ['mac', 'macos', 'darwin', 'osx'],
  linux: ['linux'],
}

const arches: Record<ReleaseFile['arch'], string[]> = {
  x64: ['x64', 'x86_64', 'amd64'],
  arm64: ['arm64', 'aarch64'],
  universal: ['universal'],
}

const unsupportedArches = ['ia32', 'i386', 'i686', 'armv7l', 'armhf']

const otherWords = ['setup', 'installer', 'portable']

/** Without a version, a name would be reused for other bytes. */
function afterVersion(name: string, version: string): string {
  const found = new RegExp(`(?<![\\d.])${version.replaceAll('.', '\\.')}(?![\\d]|\\.\\d)`).exec(name)
  if (found) return name.slice(found.index + version.length).toLowerCase()
  throw new Error(
    `${name}: ${version} doesn’t stand in the name. Each version’s files have names of their own`,
  )
}

function refuseOthers(name: string, rest: string) {
  const unsupported = unsupportedArches.find((word) => hasWord(rest, word))
  if (unsupported) throw new Error(`${name}: ${unsupported} is none of ${Object.keys(arches).join(', ')}`)
}

/** Only known words may follow, because `2.4.0-beta.1` is another version than 2.4.0. */
function refusePrerelease(name: string, rest: string, version: string) {
  const known = [...Object.values(platforms), ...Object.values(arches), otherWords].flat()
  const isKnown = known.some((word) => hasWord(rest.slice(0, word.length + 2), word))
  const [word] = /^[-_.~+ ]?[a-z]+(\.?\d+)*/.exec(rest.slice(0, -(endingOf(name) ?? '').length)) ?? []
  if (word && !isKnown) throw new Error(`${name}: ${version}${word} is another version than ${version}`)
}

function settle<Value extends string>(
  name: string,
  what: string,
  read: Value | undefined,
  said: Value | undefined,
  unnamed?: Value,
): Value {
  if (read && said && read !== said) throw new Error(`${name}: the name says ${read}, --${what} says ${said}`)
  const value = read ?? said ?? unnamed
  if (value) return value
  throw new Error(`${name}: the name doesn’t tell its ${what}. Say it with --${what}, for this file alone`)
}

function kindOf(
  name: string,
  version: string,
  kind: ReleaseFile['kind'],
  platform: ReleaseFile['platform'],
): ReleaseFile['kind'] {
  const isPortable = kind === 'archive' || /portable/i.test(name) || isUnpacked(name, version)
  return platform === 'windows' && isPortable ? 'portable' : kind
}

/** electron-builder's "App 2.4.0.exe" is portable, and "App Setup 2.4.0.exe" an installer. */
function isUnpacked(name: string, version: string): boolean {
  const before = name.slice(0, name.lastIndexOf(version)).toLowerCase()
  return name.toLowerCase().endsWith('.exe') && before.endsWith(' ') && !before.endsWith(' setup ')
}

function find<Value extends string>(words: Record<Value, string[]>, rest: string): Value | undefined {
  return (Object.keys(words) as Value[]).find((value) => words[value].some((word) => hasWord(rest, word)))
}

function hasWord(rest: string, word: string): boolean {
  return new RegExp(`[-_. ]${word}[-_. ]`).test(rest)
}
