import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readKey, readSigned } from './client.ts'
import { makeVectors } from './make-vectors.ts'

// Compilers take their time.
vi.setConfig({ testTimeout: 120_000 })

const dir = import.meta.dirname
const file = join(dir, 'vectors.json')
const vectors: ReturnType<typeof makeVectors> = JSON.parse(readFileSync(file, 'utf8'))
const { licenceKeys, files } = vectors

const expected = [
  ...licenceKeys.map(({ normal, isOurs, sha256 }) => JSON.stringify([normal, isOurs, sha256])),
  ...files.map(({ rule }) => rule),
]

test('the vectors are those that the server makes, good ones and each kind of bad', () => {
  expect(vectors, 'node server/licences/licensing/clients/make-vectors.ts').toEqual(makeVectors())
  expect(expected.length).toBeGreaterThanOrEqual(60)
  const rules = Array.from(readFileSync(join(dir, 'client.ts'), 'utf8').matchAll(/Error\('(\w+)'\)/g))
  expect([...new Set(files.map(({ rule }) => rule))].toSorted()).toEqual(
    [...new Set(rules.map(([, rule]) => rule)), 'ok'].toSorted(),
  )
})

test('TypeScript reads every vector', () => {
  const keys = licenceKeys.map(({ text }) => {
    const { normal, isOurs, sha256 } = readKey(text)
    return JSON.stringify([normal, isOurs, sha256])
  })
  const read = files.map(({ kind, text, asked }) => {
    try {
      readSigned(kind, text, asked, vectors)
      return 'ok'
    } catch (error) {
      return (error as Error).message
    }
  })
  expect([...keys, ...read]).toEqual(expected)
})

type Program = {
  /** Where each source lies in a folder of its own, and what else is there. */
  sources: Record<string, string>
  manifest?: [file: string, content: string]
  /** Fails where the packages aren't there, and asks no registry. */
  prepare: string[]
  run: string[]
}

const crates = [
  'base64 = "0.22"',
  'regex = "1"',
  'ring = "0.17"',
  'serde_json = "1"',
  'unicode-normalization = "0.1"',
]

/** Where Debian's package golang-golang-x-text-dev lies. */
const debianText = '/usr/share/gocode/src/golang.org/x/text'
const ofDebian = `require golang.org/x/text v0.0.0\n\nreplace golang.org/x/text => ${debianText}\n`

const programs: Record<string, Program> = {
  Python: {
    sources: { 'client.py': 'client.py', 'run.py': 'run.py' },
    prepare: ['python3', '--version'],
    run: ['python3', 'run.py'],
  },
  Go: {
    sources: { 'client.go': 'client.go', 'run.go': 'run.go' },
    manifest: ['go.mod', `module client\n\ngo 1.18\n\n${existsSync(debianText) ? ofDebian : ''}`],
    prepare: ['go', 'mod', 'tidy'],
    run: ['go', 'run', '.'],
  },
  'C#': {
    sources: { 'Client.cs': 'Client.cs', 'Run.cs': 'Run.cs' },
    manifest: [
      'client.csproj',
      `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework>
      <ImplicitUsings>enable</ImplicitUsings><Nullable>enable</Nullable></PropertyGroup>
      <ItemGroup><PackageReference Include="BouncyCastle.Cryptography" Version="2.*" /></ItemGroup></Project>`,
    ],
    prepare: ['dotnet', 'restore', '--source', join(process.env.HOME ?? '', '.nuget/packages')],
    run: ['dotnet', 'run', '--no-restore', '--'],
  },
  Rust: {
    sources: { 'client.rs': 'src/client.rs', 'run.rs': 'src/main.rs' },
    manifest: [
      'Cargo.toml',
      `[package]\nname = "client"\nversion = "1.0.0"\nedition = "2021"\n[dependencies]\n${crates.join('\n')}\n`,
    ],
    prepare: ['cargo', 'fetch', '--offline'],
    run: ['cargo', 'run', '--offline', '--quiet', '--'],
  },
}

for (const [language, { sources, manifest, prepare, run }] of Object.entries(programs)) {
  test(`${language} reads every vector, where its compiler and packages are`, ({ skip }) => {
    const cwd = mkdtempSync(join(tmpdir(), 'client-'))
    for (const [from, to] of Object.entries(sources)) {
      mkdirSync(dirname(join(cwd, to)), { recursive: true })
      cpSync(join(dir, from), join(cwd, to))
    }
    if (manifest) writeFileSync(join(cwd, manifest[0]), manifest[1])
    const start = ([command = '', ...args]: string[]) =>
      spawnSync(command, args, {
        cwd,
        encoding: 'utf8',
        env: { ...process.env, GOPROXY: 'off', PYTHONUTF8: '1' },
      })
    skip(start(prepare).status !== 0, 'not here')
    const { status, stdout, stderr } = start([...run, file])
    expect([status, stderr]).toEqual([0, expect.anything()])
    const lines = stdout.trimEnd().split(/\r?\n/)
    expect(lines.map((line) => (line.startsWith('[') ? JSON.stringify(JSON.parse(line)) : line))).toEqual(
      expected,
    )
  })
}

test.each(['client.ts', 'client.py', 'client.go', 'Client.cs', 'client.rs'])(
  '%s has ninety lines at most',
  (name) => {
    expect(readFileSync(join(dir, name), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(90)
  },
)
