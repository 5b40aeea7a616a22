import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { recordBackup } from '../../runtime/backups/last-backup.ts'
import { createTestApp } from '../../testing/support/test-app.ts'

const METRICS_TOKEN = 'a-token-of-metrics'
const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

type Rules = { groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[] }
type Dashboard = { panels: { targets: { expr: string }[] }[] }

const { groups }: Rules = parse(read('alerts.yml'))
const rules = groups.flatMap((group) => group.rules)
const dashboard: Dashboard = JSON.parse(read('dashboard.json'))
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
]

test('every metric of the alerts and the dashboard is one of the site’s', async () => {
  const { app, ctx } = await createTestApp({ METRICS_TOKEN })
  recordBackup(ctx.config.dataDir, { file: 'x.db', createdAt: new Date().toISOString() })
  await supertest(app).get('/healthz').expect(200)
  const { text } = await supertest(app).get('/metrics').set('Authorization', `Bearer ${METRICS_TOKEN}`)
  await ctx.close()
  const told = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const named = expressions.flatMap((expr) => expr.match(/\b(site|http|nodejs|process)_\w+/g) ?? [])
  expect(named.length).toBeGreaterThan(20)
  expect(named.map((name) => name.replace(/_(bucket|count)$/, '')).filter((name) => !told.has(name))).toEqual(
    [],
  )
})

test('every alert says what to do', () => {
  expect(rules.filter(({ annotations }) => !annotations.todo || !annotations.summary)).toEqual([])
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

// Debian's package prometheus has promtool.
test.skipIf(!hasPromtool)('every alert fires for its fault, and is quiet beside it', () => {
  const tried = [...read('alerts.test.yml').matchAll(/alertname: (\w+)/g)].map(([, name]) => name)
  expect(rules.map(({ alert }) => alert).filter((alert) => !tried.includes(alert))).toEqual([])
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'))
  // promtool would compare every word of them.
  const bare = groups.map(({ rules, ...group }) => ({
    ...group,
    rules: rules.map(({ annotations: _, ...rule }) => rule),
  }))
  writeFileSync(join(folder, 'alerts.yml'), stringify({ groups: bare }))
  writeFileSync(join(folder, 'alerts.test.yml'), read('alerts.test.yml'))
  const run = spawnSync('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: folder, encoding: 'utf8' })
  expect(run.stderr + run.stdout).toContain('SUCCESS')
  expect(run.status).toBe(0)
  rmSync(folder, { recursive: true })
})
