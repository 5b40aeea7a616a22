import fc from 'fast-check'
import { dayIn } from '#shared/calendar/calendar.ts'
import { fileKindSchema, platformSchema, type Release, type ReleaseFile } from '#shared/releases/releases.ts'

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((value) => value.trim())
  .filter((value) => value !== '')
const lines = fc.option(fc.array(text, { maxLength: 3 }), { nil: undefined })

const endings: Record<ReleaseFile['kind'], Partial<Record<ReleaseFile['platform'], string>>> = {
  installer: { windows: '.exe' },
  portable: { windows: '.zip' },
  'disk image': { macos: '.dmg' },
  archive: { macos: '.zip', linux: '.tar.gz' },
  appimage: { linux: '.AppImage' },
  deb: { linux: '.deb' },
  rpm: { linux: '.rpm' },
}
const hex = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => Buffer.from(bytes))

/** Files as builds make them, sometimes without size and hashes. */
const anyFile: fc.Arbitrary<ReleaseFile> = fc
  .constantFrom(...platformSchema.options)
  .chain((platform) =>
    fc.record({
      platform: fc.constant(platform),
      arch: fc.constantFrom<ReleaseFile['arch'][]>(
        'x64',
        'arm64',
        ...(platform === 'linux' ? [] : ['universal' as const]),
      ),
      kind: fc.constantFrom(...fileKindSchema.options.filter((kind) => endings[kind][platform])),
      blockMapSize: fc.option(fc.integer({ min: 1, max: 2 ** 20 }), { nil: undefined }),
      bytes: fc.option(fc.tuple(fc.integer({ min: 1, max: 2 ** 40 }), hex(32), hex(64)), { nil: undefined }),
    }),
  )
  .map(({ platform, arch, kind, blockMapSize, bytes }) => ({
    platform,
    arch,
    kind,
    name: `App-${platform}-${arch}${endings[kind][platform]}`,
    ...(bytes && { size: bytes[0], sha256: bytes[1].toString('hex'), sha512: bytes[2].toString('base64') }),
    ...(kind === 'appimage' && blockMapSize && { blockMapSize }),
  }))

const part = fc.integer({ min: 0, max: 30 })

/** Covers every release that the schema allows. */
export const anyRelease: fc.Arbitrary<Release> = fc.record({
  version: fc.tuple(part, part, part).map((parts) => parts.join('.')),
  date: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => dayIn('UTC', date)),
  stock: fc.constantFrom<Release['stock'][]>('white', 'blue', 'pink', 'yellow', 'green', 'gold'),
  summary: text,
  notes: fc.record({ new: lines, changed: lines, fixed: lines }),
  files: fc.uniqueArray(anyFile, { selector: ({ name }) => name, maxLength: 8 }),
})
