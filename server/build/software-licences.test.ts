import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { softwareLicences } from './software-licences.ts'

test('each package of production is named with its notices, and none that only develops or tests', () => {
  const text = softwareLicences('.')
  const named = [...text.matchAll(/^(\S+) \d\S* \((.+)\)$/gm)].map(([, name]) => name)
  expect(named).toEqual(expect.arrayContaining(Object.keys(packageJson.dependencies)))
  expect(named).not.toContain('vitest')
  expect(text).toContain('Copyright (c) 2009-2014 TJ Holowaychuk')
})

test('a package without any licence stops the build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'packages-'))
  mkdirSync(join(folder, 'node_modules/odd'), { recursive: true })
  const packages = { '': { version: '1.0.0' }, 'node_modules/odd': { version: '2.0.0' } }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  expect(() => softwareLicences(folder)).toThrow('odd 2.0.0 names no licence')
})
