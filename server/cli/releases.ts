import { basename } from 'node:path'
import { daySchema } from '#shared/calendar/day-schema.ts'
import { archSchema, fileKindSchema, platformSchema, versionSchema } from '#shared/releases/releases.ts'
import { readConfig } from '../config.ts'
import { type Added, addFiles } from '../licences/releases/add-files.ts'
import { readArguments, readValue } from '../runtime/arguments.ts'
import type { Command } from './command.ts'

export const releases = {
  add: {
    usage:
      'releases add VERSION FILE… [--platform P] [--arch A] [--kind K] [--summary S] [--date D] [--json]',
    summary:
      'Records the files of a version with sizes and hashes of their bytes; refuses bytes that changed since. ' +
      '--platform, --arch and --kind say what a name doesn’t; --summary and --date (today’s) are for a new version.',
    run: add,
  },
} satisfies Record<string, Command>

const text = { type: 'string' } as const

async function add(args: string[]): Promise<number> {
  const options = {
    platform: text,
    arch: text,
    kind: text,
    summary: text,
    date: text,
    json: { type: 'boolean', default: false },
  } as const
  const { values, positionals } = readArguments(args, options, Number.POSITIVE_INFINITY)
  const [version, ...given] = positionals
  const paths = given.filter((path) => !isByproduct(path))
  if (!version || paths.length === 0)
    throw new Error('Which version, and which files? npm run admin -- releases add 2.4.0 dist/*2.4.0*')

  const added = await addFiles({
    contentDir: readConfig().contentDir,
    version: readValue(versionSchema, version, 'the version'),
    paths,
    said: {
      ...(values.platform && { platform: readValue(platformSchema, values.platform, '--platform') }),
      ...(values.arch && { arch: readValue(archSchema, values.arch, '--arch') }),
      ...(values.kind && { kind: readValue(fileKindSchema, values.kind, '--kind') }),
    },
    details: {
      ...(values.summary && { summary: values.summary }),
      ...(values.date && { date: readValue(daySchema, values.date, '--date') }),
    },
    clock: () => new Date(),
  })
  const leftOut = given.filter(isByproduct)
  if (values.json) console.log(JSON.stringify({ version, ...added, leftOut }, null, 2))
  else print(added, leftOut)
  return 0
}

/** electron-builder writes these beside the downloads. */
function isByproduct(path: string): boolean {
  return /\.(blockmap|ya?ml)$/.test(basename(path))
}

function print({ path, isNew, files }: Added, leftOut: string[]) {
  for (const { outcome, name, platform, arch, kind, size } of files) {
    console.log(`${outcome.padEnd(9)}  ${name}  (${platform}, ${arch}, ${kind}, ${size} bytes)`)
  }
  for (const file of leftOut) console.log(`left out   ${basename(file)}`)
  console.log(isNew ? `Wrote ${path}. Now write its summary and notes.` : `Recorded in ${path}.`)
}
