import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { editFile } from './edit-file.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'edit-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

test('an edit that fails leaves the file as it was, and nothing beside it', async () => {
  const path = join(dir, 'a.yml')
  writeFileSync(path, 'before')
  const failing = editFile(path, () => {
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect([readFileSync(path, 'utf8'), readdirSync(dir)]).toEqual(['before', ['a.yml']])
})

test('while one edits, others are refused', async () => {
  const path = join(dir, 'a.yml')
  const edits = Array.from({ length: 20 }, () => editFile(path, (source) => `${source ?? ''}+`))
  const results = await Promise.allSettled(edits)
  const done = results.filter(({ status }) => status === 'fulfilled')
  expect(readFileSync(path, 'utf8')).toBe('+'.repeat(done.length))
  expect(done.length).toBeGreaterThan(0)
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason.message).toContain('another command is at work')
  }
})

test('a draft that someone left is named, and stays', async () => {
  writeFileSync(join(dir, '.a.yml.draft'), 'half')
  await expect(editFile(join(dir, 'a.yml'), () => 'new')).rejects.toThrow('.a.yml.draft is there already')
  expect(readdirSync(dir)).toEqual(['.a.yml.draft'])
})
