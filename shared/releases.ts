import { z } from 'zod'

const text = z.string().trim().min(1)

export const releaseFileSchema = z.strictObject({
  platform: z.enum(['windows', 'macos', 'linux']),
  arch: z.enum(['x64', 'arm64', 'universal']),
  kind: z.enum(['installer', 'portable', 'disk image', 'appimage', 'deb']),
  name: z.string().regex(/^[\w.+-]+$/, 'a plain file name'),
  /** Bytes. Size and hashes are written by `releases add`, from the file itself. */
  size: z.int().positive().optional(),
  /** Lower-case hexadecimal. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Base64, as electron-updater reads it. */
  sha512: z
    .string()
    .regex(/^[A-Za-z0-9+/]{86}==$/)
    .optional(),
})

/** `content/releases/*.yml`: one file per version, the one source of downloads, updates and what's new. */
export const releaseSchema = z.strictObject({
  version: z.string().regex(/^\d+\.\d+\.\d+$/, 'a version reads 2.3.0'),
  date: z.iso.date(),
  stock: z.enum(['white', 'blue', 'pink', 'yellow', 'green', 'gold']),
  summary: text,
  notes: z.strictObject({
    new: z.array(text).optional(),
    changed: z.array(text).optional(),
    fixed: z.array(text).optional(),
  }),
  files: z.array(releaseFileSchema),
})

export type ReleaseFile = z.infer<typeof releaseFileSchema>
export type Release = z.infer<typeof releaseSchema>
