import { z } from 'zod'
import { daySchema } from '../calendar/day-schema.ts'
import { exactObject } from '../http/exact-object.ts'
import { isPrerelease } from './versions.ts'

const text = z.string().trim().min(1)

export const platformSchema = z.enum(['windows', 'macos', 'linux'])
export const archSchema = z.enum(['x64', 'arm64', 'universal'])
export const fileKindSchema = z.enum([
  'installer',
  'disk image',
  'appimage',
  'deb',
  'rpm',
  'portable',
  'archive',
])
export const stockSchema = z.enum(['white', 'blue', 'pink', 'yellow', 'green', 'gold'])
export const channelSchema = z.enum(['stable', 'beta'])
export const versionSchema = z
  .string()
  .max(64)
  .regex(/^\d+\.\d+\.\d+(-[\dA-Za-z]+(\.[\dA-Za-z]+)*)?$/, 'a version reads 2.3.0 or 2.4.0-beta.1')

const base64Of64Bytes = /^[A-Za-z0-9+/]{86}==$/

export const releaseFileSchema = exactObject({
  platform: platformSchema,
  arch: archSchema,
  kind: fileKindSchema,
  // URLs lose a trailing space, so a name can't end in one.
  name: z
    .string()
    .regex(/^\w(?:[\w .+-]*[\w.+-])?$/, 'a file name of letters, digits, ., _, +, - and spaces within'),
  /** In bytes. `releases add` computes sizes and hashes. */
  size: z.int().positive().optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, '64 lower-case hexadecimal digits')
    .optional(),
  /** Base64, as electron-updater expects it. */
  sha512: z.string().regex(base64Of64Bytes, 'base64 of 64 bytes').optional(),
  /** In bytes. `releases add` reads it from an AppImage, for updates that fetch only changed blocks. */
  blockMapSize: z.int().positive().optional(),
  /** The content of the `.sig` file that Tauri's signer writes. */
  tauriSignature: z
    .string()
    .max(2000)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'the text of a .sig file')
    .optional(),
  /** Sparkle's `edSignature`, as printed by its `sign_update`. */
  sparkleSignature: z.string().regex(base64Of64Bytes, 'base64 of 64 bytes').optional(),
})
  .refine(({ size, sha256, sha512 }) => new Set([!size, !sha256, !sha512]).size === 1, {
    error: 'size, sha256 and sha512 stand together or not at all',
  })
  .refine(isNamedByArch, {
    error:
      'electron-updater tells machines apart by “arm64” in the file’s name: it stands in those of arm64 alone',
    path: ['name'],
  })
  .refine(({ platform, arch }) => platform !== 'linux' || arch !== 'universal', {
    error: 'Linux has no universal files',
    path: ['arch'],
  })

export const releaseSchema = exactObject({
  version: versionSchema,
  date: daySchema,
  /** Defaults to `stable`. */
  channel: channelSchema.optional(),
  /** Percent of installations that are offered it; defaults to all. */
  rollout: z.int().min(0).max(100).optional(),
  /** Set if the release is no longer offered. */
  withdrawn: z.literal(true).optional(),
  stock: stockSchema,
  summary: text,
  notes: exactObject({
    new: z.array(text).optional(),
    changed: z.array(text).optional(),
    fixed: z.array(text).optional(),
  }),
  files: z
    .array(releaseFileSchema)
    .refine((files) => new Set(files.map(({ name }) => name)).size === files.length, {
      error: 'a file is named twice',
    }),
}).refine(isOfItsChannel, {
  error: 'a version such as 2.4.0-beta.1 has `channel: beta`',
  path: ['channel'],
})

export const offeredReleaseSchema = z
  .object({
    ...releaseSchema.shape,
    files: z.array(z.object({ ...releaseFileSchema.shape, url: z.url() })),
  })
  .meta({ id: 'Release' })

/** The answer that tauri-plugin-updater 2 expects; `pub_date` is RFC 3339. */
export const tauriUpdateSchema = z
  .object({
    version: z.string(),
    notes: z.string(),
    pub_date: z.iso.datetime(),
    url: z.url(),
    signature: z.string(),
  })
  .meta({ id: 'TauriUpdate' })

export type TauriUpdate = z.infer<typeof tauriUpdateSchema>
export type Channel = z.infer<typeof channelSchema>
export type Platform = z.infer<typeof platformSchema>
export type Arch = z.infer<typeof archSchema>
export type ReleaseFile = z.infer<typeof releaseFileSchema>
export type Release = z.infer<typeof releaseSchema>
/** The parts of a release that pages about downloads show. */
export type ReleaseDownloads = Pick<
  Release,
  'version' | 'date' | 'channel' | 'rollout' | 'withdrawn' | 'files'
>

/** Updaters on the stable channel don't install prereleases. */
function isOfItsChannel({ version, channel }: { version: string; channel?: Channel | undefined }): boolean {
  return channel === 'beta' || !isPrerelease(version)
}

/**
 * Linux has a feed for each architecture, so its names are free (`aarch64.rpm`). electron-updater can't install
 * `.app.tar.gz`.
 */
function isNamedByArch({ platform, arch, name }: { platform: string; arch: string; name: string }): boolean {
  return platform === 'linux' || name.endsWith('.app.tar.gz') || name.includes('arm64') === (arch === 'arm64')
}
