import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../runtime/root.ts'

const workflows = join(root, '.github/workflows')

const read = (path: string) => readFileSync(path, 'utf8')

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

test('every action of a workflow is pinned to a commit, with its version beside it', () => {
  const used = readdirSync(workflows).flatMap((file) => matches(read(join(workflows, file)), /uses: *(.+)/g))
  expect(used.length).toBeGreaterThan(5)
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
})

test('every image that isn’t made here is pinned to a digest', () => {
  const folder = join(root, 'server/deploy')
  const images = [
    ...matches(read(join(folder, 'Dockerfile')), /^FROM (\S+)/gm),
    ...matches(read(join(folder, 'compose.yaml')), /^ +image: (\S+)/gm),
  ].filter((image) => !['scratch', 'site', 'site-admin'].includes(image))
  expect(images).toHaveLength(4)
  for (const image of images) expect(image).toMatch(/^[\w-]+:[\w.-]+@sha256:[0-9a-f]{64}$/)
})
