import { basename } from 'node:path'
import { daySchema } from '#shared/calendar/day-schema.ts'
import {
  archSchema,
  channelSchema,
  fileKindSchema,
  platformSchema,
  releaseFileSchema,
  versionSchema,
} from '#shared/releases/releases.ts'
import { readConfig } from '../config.ts'
import { type Added, addFiles } from '../licences/releases/add-files.ts'
import { setRollout, withdraw } from '../licences/releases/change-rollout.ts'
import { readArguments, readValue, UsageError } from '../runtime/arguments.ts'
import { type Command, flag, print, textOptions } from './command.ts'
import { finalOptions, finalUsage, mayGoOn } from './confirm.ts'

export const releases = {
  add: {
    usage:
      'releases add VERSION FILE… [--platform P] [--arch A] [--kind K] [--sparkle-signature S] [--summary S] [--date D] [--channel C] [--rollout PERCENT] [--json]',
    summary:
      'Records the files of a version with sizes and hashes of their bytes, and the .sig beside each; refuses bytes that changed since. ' +
      '--platform, --arch and --kind say what a name doesn’t, and --sparkle-signature is of one file. ' +
      '--summary, --date (today’s), --channel (stable; beta for 2.4.0-beta.1) and --rollout (100) are for a new version.',
    async run(args) {
      const options = {
        ...textOptions('platform', 'arch', 'kind', 'sparkle-signature'),
        ...textOptions('summary', 'date', 'channel', 'rollout'),
        json: flag,
      } as const
      const { values, positionals } = readArguments(args, options, Number.POSITIVE_INFINITY)
      const [version, ...given] = positionals
      const paths = given.filter((path) => !isByproduct(path))
      if (!version || paths.length === 0)
        throw new UsageError(
          'Which version, and which files? npm run admin -- releases add 2.4.0 dist/*2.4.0*',
        )

      const added = await addFiles({
        contentDir: readConfig().contentDir,
        version: readVersion(version),
        paths,
        said: {
          ...(values.platform && { platform: readValue(platformSchema, values.platform, '--platform') }),
          ...(values.arch && { arch: readValue(archSchema, values.arch, '--arch') }),
          ...(values.kind && { kind: readValue(fileKindSchema, values.kind, '--kind') }),
        },
        ...(values['sparkle-signature'] && {
          sparkleSignature: readValue(
            releaseFileSchema.shape.sparkleSignature,
            values['sparkle-signature'],
            '--sparkle-signature',
          ),
        }),
        details: {
          ...(values.summary && { summary: values.summary }),
          ...(values.date && { date: readValue(daySchema, values.date, '--date') }),
          ...(values.channel && { channel: readValue(channelSchema, values.channel, '--channel') }),
          ...(values.rollout && { rollout: readPercent(values.rollout, '--rollout') }),
        },
        clock: () => new Date(),
      })
      // A .sig is read together with its file.
      const leftOut = given.filter((path) => isByproduct(path) && !path.endsWith('.sig'))
      if (values.json) console.log(JSON.stringify({ version, ...added, leftOut }, null, 2))
      else printFiles(added, leftOut)
      return 0
    },
  },
  rollout: {
    usage: 'releases rollout VERSION PERCENT [--json]',
    summary: 'Offers a version to this share of all installations, the same ones as before among them.',
    async run(args) {
      const { values, positionals } = readArguments(args, { json: flag }, 2)
      const [version, percent] = positionals
      if (!version || !percent)
        throw new UsageError('Which version, and to how many? npm run admin -- releases rollout 2.4.0 25')
      const rollout = readPercent(percent, 'the percentage')
      const path = await setRollout(readConfig().contentDir, readVersion(version), rollout)
      const done = `Version ${version} goes to ${rollout} percent of all installations. Recorded in ${path}.`
      return print(values.json, { version, rollout, path }, done)
    },
  },
  withdraw: {
    usage: `releases withdraw VERSION ${finalUsage} [--json]`,
    summary: 'Offers a version to nobody any more. Where it runs, it stays until a newer one is released.',
    async run(args) {
      const { values, positionals } = readArguments(args, { json: flag, ...finalOptions }, 1)
      const [version] = positionals
      if (!version) throw new UsageError('Which version? npm run admin -- releases withdraw 2.4.0')
      const plan = `offer version ${readVersion(version)} to nobody any more`
      if (!(await mayGoOn(plan, version, values))) return 0
      const path = await withdraw(readConfig().contentDir, readVersion(version))
      const done = `Nobody is offered version ${version} any more. Recorded in ${path}.`
      return print(values.json, { version, withdrawn: true, path }, done)
    },
  },
} satisfies Record<string, Command>

function readVersion(version: string): string {
  return readValue(versionSchema, version, 'the version')
}

function readPercent(text: string, name: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= 100) return Number(text)
  throw new UsageError(`${name}: a percentage from 0 to 100, not "${text}"`)
}

/** electron-builder and Tauri write these beside the downloads. */
function isByproduct(path: string): boolean {
  return /\.(blockmap|ya?ml|sig)$/.test(basename(path))
}

function printFiles({ path, isNew, files }: Added, leftOut: string[]) {
  for (const { outcome, name, platform, arch, kind, size } of files) {
    console.log(`${outcome.padEnd(9)}  ${name}  (${platform}, ${arch}, ${kind}, ${size} bytes)`)
  }
  for (const file of leftOut) console.log(`left out   ${basename(file)}`)
  console.log(isNew ? `Wrote ${path}. Now write its summary and notes.` : `Recorded in ${path}.`)
}
