import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { readReleases, readSite, siteVariables } from '../content/site.ts'
import { root } from '../runtime/root.ts'
import { runAdmin } from '../testing/support/admin.ts'
import { copyContent, writeFiles } from '../testing/support/fixture-content.ts'
import type { Command } from './command.ts'
import { doctor } from './doctor.ts'
import { releases } from './releases.ts'

// Some tests start processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const main = join(root, 'dist/server/admin.js')
let contentDir: string
let filesDir: string

beforeEach(() => {
  contentDir = copyContent()
  filesDir = `${contentDir}-files`
})
afterEach(() => {
  for (const dir of [contentDir, filesDir]) rmSync(dir, { recursive: true, force: true })
})

test('a new version is written from its files, and read as a release', async () => {
  const paths = writeFiles(filesDir, ['App-9.1.0-x64.exe', 'App-9.1.0-x64.exe.blockmap', 'latest.yml'])
  const { status, stdout } = await add(
    '9.1.0',
    ...paths,
    '--json',
    '--summary',
    'Words: more of them.',
    '--date',
    '2026-01-02',
  )
  expect(status).toBe(0)
  const bytes = readFileSync(paths[0] as string)
  const file = {
    platform: 'windows',
    arch: 'x64',
    kind: 'installer',
    name: 'App-9.1.0-x64.exe',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sha512: createHash('sha512').update(bytes).digest('base64'),
  }
  expect(JSON.parse(stdout)).toEqual({
    version: '9.1.0',
    path: releasePath('9.1.0'),
    isNew: true,
    files: [{ ...file, outcome: 'added' }],
    leftOut: paths.slice(1),
  })
  expect(readAll()[0]).toEqual({
    version: '9.1.0',
    date: '2026-01-02',
    // Of six colours, white was used longest ago.
    stock: 'white',
    summary: 'Words: more of them.',
    notes: {},
    files: [file],
  })
  expect(JSON.parse((await run(doctor, ['--json'])).stdout)).not.toContainEqual(
    expect.objectContaining({ where: expect.stringContaining('9.1.0.yml') }),
  )
})

test('a version without words is marked for doctor', async () => {
  const { stdout } = await add('9.1.0', ...writeFiles(filesDir, ['App-9.1.0-x64.exe']))
  expect(stdout).toContain('Now write its summary and notes')
  expect(JSON.parse((await run(doctor, ['--json'])).stdout)).toContainEqual(
    expect.objectContaining({
      where: 'releases/9.1.0.yml, summary',
      todo: expect.stringContaining('a sentence on what this version brings'),
    }),
  )
})

test('files that are listed get their figures; everything else stays, comments too', async () => {
  const before = `# Our best yet.\n${readFileSync(releasePath('2.3.0'), 'utf8').replace('blue', 'blue # at last')}`
  writeFileSync(releasePath('2.3.0'), before)
  const names = readAll()[0]?.files.map(({ name }) => name) as string[]
  const paths = writeFiles(filesDir, names)
  expect((await add('2.3.0', ...paths)).status).toBe(0)

  const after = readFileSync(releasePath('2.3.0'), 'utf8')
  const isFigure = (line: string) => /^ {4}(size|sha256|sha512): /.test(line)
  expect(
    after
      .split('\n')
      .filter((line) => !isFigure(line))
      .join('\n'),
  ).toBe(before)
  expect(after.split('\n').filter(isFigure)).toHaveLength(3 * names.length)
  expect(readAll()[0]?.files.every(({ size }) => size)).toBe(true)

  const again = await add('2.3.0', ...paths, '--json')
  expect(JSON.parse(again.stdout).files.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
    names.map(() => 'unchanged'),
  )
  expect(readFileSync(releasePath('2.3.0'), 'utf8')).toBe(after)
})

test.each([
  ['--summary', 'Better.', '--summary is for a new version'],
  ['--date', '2026-01-02', '--date is for a new version'],
  ['--platform', 'linux', 'App-9.1.0-x64.exe: the release says windows, --platform says linux'],
  ['--arch', 'arm64', 'the release says x64, --arch says arm64'],
  ['--kind', 'portable', 'the release says installer, --kind says portable'],
])('%s %s that a listed file can’t take on is refused', async (option, value, message) => {
  const [path] = writeFiles(filesDir, ['App-9.1.0-x64.exe']) as [string]
  await add('9.1.0', path)
  const before = readFileSync(releasePath('9.1.0'), 'utf8')
  const { status, stderr } = await add('9.1.0', path, option, value)
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)])
  expect(readFileSync(releasePath('9.1.0'), 'utf8')).toBe(before)
})

test('a new version’s day is the company’s, wherever the command runs', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T20:00:00Z'), toFake: ['Date'] })
  try {
    await add('9.1.0', ...writeFiles(filesDir, ['App-9.1.0-x64.exe']))
  } finally {
    vi.useRealTimers()
  }
  // In Sydney it is seven in the morning of the second.
  expect(parse(readFileSync(releasePath('9.1.0'), 'utf8')).date).toBe('2026-03-02')
})

test('bytes that changed are refused, and with them all that came along', async () => {
  const [released, fresh] = writeFiles(filesDir, ['App-9.1.0-x64.exe', 'App-9.1.0-arm64.exe']) as [
    string,
    string,
  ]
  await add('9.1.0', released)
  const before = readFileSync(releasePath('9.1.0'), 'utf8')
  writeFileSync(released, readFileSync(released, 'utf8').replace('b', 'B'))
  const { status, stderr, stdout } = await add('9.1.0', fresh, released)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain(`${basename(released)}: its bytes are not those that were released`)
  expect(readFileSync(releasePath('9.1.0'), 'utf8')).toBe(before)
})

test.each<[string, string[], string]>([
  ['no version', [], 'Which version, and which files?'],
  ['no files', ['9.1.0'], 'Which version, and which files?'],
  [
    'an odd version',
    ['9.1', 'App-9.1-x64.exe'],
    'the version: a version reads 2.3.0 or 2.4.0-beta.1, not "9.1"',
  ],
  ['an odd platform', ['9.1.0', 'App-9.1.0-x64.exe', '--platform', 'beos'], '--platform: '],
  ['an unknown option', ['9.1.0', 'App-9.1.0-x64.exe', '--loud'], '--loud'],
  [
    'a missing file',
    ['9.1.0', 'App-9.1.0-x64.exe', 'App-9.1.0-arm64.exe'],
    'App-9.1.0-arm64.exe: there is no such file',
  ],
  ['a folder', ['9.1.0', '.'], 'is a folder'],
  ['an empty file', ['9.1.0', 'empty-9.1.0-x64.exe'], 'is empty'],
  ['a file twice', ['9.1.0', 'App-9.1.0-x64.exe', 'App-9.1.0-x64.exe'], 'App-9.1.0-x64.exe is given twice'],
  ['signs in a name', ['9.1.0', 'App (Setup) 9.1.0-x64.exe'], 'a file name of letters, digits'],
  [
    'a beta beside the version',
    ['9.1.0', 'App-9.1.0-x64.exe', 'App-9.1.0-beta.1-x64.exe'],
    'App-9.1.0-beta.1-x64.exe: 9.1.0-beta.1 is another version than 9.1.0',
  ],
  [
    'a second file for the same machines',
    ['9.1.0', 'App-9.1.0-x64.exe', 'Other-9.1.0-x64.exe'],
    'Other-9.1.0-x64.exe: App-9.1.0-x64.exe is this release’s file for windows, x64, installer already',
  ],
  ['an unknown system', ['9.1.0', 'App-9.1.0-x64.zip'], 'doesn’t tell its platform'],
])('%s is told plainly, and writes nothing', async (_case, [version, ...args], message) => {
  writeFiles(filesDir, [
    'App-9.1.0-x64.exe',
    'App-9.1.0-x64.zip',
    'App (Setup) 9.1.0-x64.exe',
    'App-9.1-x64.exe',
    'App-9.1.0-beta.1-x64.exe',
    'Other-9.1.0-x64.exe',
  ])
  writeFileSync(join(filesDir, 'empty-9.1.0-x64.exe'), '')
  const before = readdirSync(join(contentDir, 'releases'))
  const given = args.map((arg) => (/^\w*$/.test(arg) || arg.startsWith('--') ? arg : join(filesDir, arg)))
  const { status, stderr } = await add(...(version ? [version] : []), ...given)
  expect(status).toBe(1)
  expect(stderr).toContain(message)
  expect(readdirSync(join(contentDir, 'releases'))).toEqual(before)
})

test('a beta is one by its number, and goes to as many as said', async () => {
  const [path] = writeFiles(filesDir, ['App-9.1.0-beta.1-x64.exe']) as [string]
  expect((await add('9.1.0-beta.1', path, '--rollout', '5')).status).toBe(0)
  expect(readAll()[0]).toMatchObject({ version: '9.1.0-beta.1', channel: 'beta', rollout: 5 })
  const [stable] = writeFiles(filesDir, ['App-9.1.0-x64.exe']) as [string]
  await add('9.1.0', stable, '--channel', 'beta')
  expect(readAll()[0]).toMatchObject({ version: '9.1.0', channel: 'beta' })
})

test('signatures are recorded: Tauri’s from the file beside, Sparkle’s as given, and again when signed again', async () => {
  const [zip, sig] = writeFiles(filesDir, [
    'App-9.1.0-universal-mac.zip',
    'App-9.1.0-universal-mac.zip.sig',
  ]) as [string, string]
  writeFileSync(sig, 'dW50cnVzdGVk\n')
  const sparkleSignature = `${'A'.repeat(86)}==`
  const { stdout } = await add('9.1.0', zip, sig, '--sparkle-signature', sparkleSignature)
  expect(stdout).not.toContain('left out')
  expect(readAll()[0]?.files).toMatchObject([{ tauriSignature: 'dW50cnVzdGVk', sparkleSignature }])
  writeFileSync(sig, 'YW5vdGhlcg==')
  expect((await add('9.1.0', zip)).stdout).toContain('completed')
  expect(readAll()[0]?.files).toMatchObject([{ tauriSignature: 'YW5vdGhlcg==', sparkleSignature }])
  expect((await add('9.1.0', zip)).stdout).toContain('unchanged')
})

test.each([
  ['a word', 'signed'],
  ['a signature of two files', `${'A'.repeat(86)}==`, 'App-9.1.0-arm64.exe'],
])('as Sparkle’s signature, %s is refused', async (_case, signature, other = 'App-9.1.0-x64.exe') => {
  const paths = writeFiles(filesDir, [...new Set(['App-9.1.0-x64.exe', other])])
  const { status, stderr } = await add('9.1.0', ...paths, '--sparkle-signature', signature)
  expect([status, stderr]).toEqual([1, expect.stringContaining('--sparkle-signature')])
})

test('a rollout and a withdrawal change one line, and nothing else', async () => {
  const path = releasePath('2.3.0')
  const before = `# Our best yet.\n${readFileSync(path, 'utf8').replace('blue', 'blue # at last')}`
  writeFileSync(path, before)
  const { stdout } = await run(releases.rollout, ['2.3.0', '5'])
  expect(stdout).toContain('Version 2.3.0 goes to 5 percent of all installations.')
  expect(readFileSync(path, 'utf8')).toBe(before.replace('\nstock', '\nrollout: 5\nstock'))
  await run(releases.rollout, ['2.3.0', '25'])
  expect(readFileSync(path, 'utf8')).toBe(before.replace('\nstock', '\nrollout: 25\nstock'))
  const refused = await run(releases.withdraw, ['2.3.0'])
  expect(refused.stderr).toContain('add --yes to do it')
  const planned = await run(releases.withdraw, ['2.3.0', '--dry-run'])
  expect(planned.stdout).toContain('This would offer version 2.3.0 to nobody any more.')
  expect(readFileSync(path, 'utf8')).toContain('rollout: 25\nstock')
  const taken = await run(releases.withdraw, ['2.3.0', '--yes', '--json'])
  expect(JSON.parse(taken.stdout)).toEqual({ version: '2.3.0', withdrawn: true, path })
  const withdrawn = before.replace('\nstock', '\nwithdrawn: true\nrollout: 25\nstock')
  expect(readFileSync(path, 'utf8')).toBe(withdrawn)
  const again = await run(releases.rollout, ['2.3.0', '50'])
  expect(again.stderr).toBe('Version 2.3.0 is withdrawn. A version that is offered again needs a new number')
  expect(readFileSync(path, 'utf8')).toBe(withdrawn)
})

test.each([
  [['2.3.0', '101'], 'the percentage: a percentage from 0 to 100, not "101"'],
  [['2.3.0', '2.5'], 'the percentage: '],
  [['2.3.0'], 'Which version, and to how many?'],
  [['8.0.0', '5'], 'There is no version 8.0.0'],
  [['../site', '5'], 'the version: '],
])('releases rollout %j is refused', async (args, message) => {
  const { status, stderr } = await run(releases.rollout, args)
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)])
})

test('commands at the same time lose none of their files', async () => {
  const names = ['x64.exe', 'arm64.exe', 'x64.dmg', 'arm64.dmg'].map((name) => `App-9.1.0-${name}`)
  const results = await Promise.all(
    writeFiles(filesDir, names).map((path) => admin('releases', 'add', '9.1.0', path)),
  )
  const added = names.filter((_name, index) => results[index]?.status === 0)
  const recorded: { name: string }[] = parse(readFileSync(releasePath('9.1.0'), 'utf8')).files
  expect(recorded.map(({ name }) => name).toSorted()).toEqual(added.toSorted())
  for (const { status, stderr } of results)
    if (status !== 0) expect(stderr).toContain('another command is at work')
  expect(readdirSync(join(contentDir, 'releases')).filter((name) => name.startsWith('.'))).toEqual([])
})

test('from the shell: help, and an error without a stack', async () => {
  const help = await runAdmin({}, 'releases', 'add', '--help')
  expect([help.status, help.stdout]).toEqual([0, expect.stringContaining('releases add VERSION FILE…')])
  const environment = { CONTENT_DIR: contentDir }
  const { status, stderr } = await runAdmin(environment, 'releases', 'add', '9.1.0', 'App-9.1.0-x64.exe')
  expect([status, stderr]).toEqual([1, 'App-9.1.0-x64.exe: there is no such file\n'])
})

function releasePath(version: string): string {
  return join(contentDir, 'releases', `${version}.yml`)
}

function readAll() {
  return readReleases(contentDir, siteVariables(readSite(contentDir)))
}

function add(...args: string[]) {
  return run(releases.add, args)
}

/** Runs in this process, because starting one is slow. */
async function run(command: Command, args: string[]) {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line))
  vi.stubEnv('CONTENT_DIR', contentDir)
  try {
    return { status: await command.run(args), stdout: lines.join('\n'), stderr: '' }
  } catch (error) {
    return { status: 1, stdout: lines.join('\n'), stderr: (error as Error).message }
  } finally {
    vi.unstubAllEnvs()
    log.mockRestore()
  }
}

function admin(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const env = { ...process.env, CONTENT_DIR: contentDir }
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env }, (error, stdout, stderr) => {
      resolve({ status: Number(error?.code ?? 0), stdout, stderr })
    })
  })
}
