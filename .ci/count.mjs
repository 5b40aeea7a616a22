// Adds up the reports of both test runners. A run that ended before its tests (types, lint, build) counts as one failure.
import { existsSync, readFileSync } from 'node:fs'

const status = Number(process.argv[2])
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)
const unit = read('test-results/unit.json')
const browser = read('test-results/browser.json')

const passed = (unit?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0)
const failed = (unit?.numFailedTests ?? 0) + (browser?.stats.unexpected ?? 0)
console.log(`${passed} passed, ${status !== 0 && failed === 0 ? 1 : failed} failed`)
