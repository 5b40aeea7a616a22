import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { runAdmin } from '../testing/support/admin.ts'
import { isCommand } from './command.ts'
import { commands } from './run-command.ts'

test.each([
  [['doctr'], 'There is no command "doctr". Is "doctor" meant?\n'],
  [['doctr', '--json'], '{"error":"There is no command \\"doctr\\". Is \\"doctor\\" meant?"}\n'],
  [['db', 'bakcup'], 'There is no command "db bakcup". Is "db backup" meant?\n'],
  [['db'], 'There is no command "db". There is: db migrate, db backup, db verify, db restore.\n'],
  [['frob', '--help'], expect.stringMatching(/^There is no command "frob"\. There is: .*books, codes, /)],
])('%j is refused on standard error, with what is there', async (words, stderr) => {
  expect(await runAdmin({}, ...words)).toEqual({ status: 2, stdout: '', stderr })
})

test.each([
  [[], 'doctor [--online] [--all] [--json]'],
  [['--help'], 'doctor [--online] [--all] [--json]'],
  [['-h'], 'doctor [--online] [--all] [--json]'],
  [['help'], 'doctor [--online] [--all] [--json]'],
  [['db', '--help'], 'db verify FILE'],
  [['db', 'help'], 'db verify FILE'],
  [['db', 'verify', '--help'], 'db verify FILE'],
])('%j explains the commands', async (words, usage) => {
  expect(await runAdmin({}, ...words)).toEqual({
    status: 0,
    stdout: expect.stringContaining(usage),
    stderr: '',
  })
})

test.each([
  [['orders', 'list', '--stat', 'paid'], 'There is no option --stat. Is --status meant?'],
  [['mail', 'retry', '--queud'], 'There is no option --queud. Is --queued meant?'],
  [['doctor', '--frobnicate'], 'There is no option --frobnicate. There is: --all, --online, --json.'],
  [['keys', 'retire'], 'Which key?'],
  [['codes', 'add'], 'Which CODE?'],
  [['staff', 'add'], 'Which EMAIL?'],
  [['orders', 'list', '--limit', 'x'], '--limit: "x" is no whole number'],
  [['orders', 'list', '--status', 'payed'], '--status is one of'],
  [['books', '--out', 'x'], '--out needs --csv'],
  [['completion', 'tcsh'], 'Which shell?'],
  [['content', 'serve', '.', '--port', '65536'], '--port: 65536 is above 65535.'],
])('%j was mistyped, so it ends with 2', async (words, message) => {
  const { status, stderr } = await runAdmin({ DATA_DIR: 'test-results/none' }, ...words)
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)])
})

test('every command prints JSON, but a server and a script for a shell', () => {
  const all = Object.values(commands).flatMap((entry) => (isCommand(entry) ? [entry] : Object.values(entry)))
  const others = all.filter(({ usage }) => !usage.includes('--json')).map(({ usage }) => usage)
  expect(others).toEqual(['content serve DIR --port N', 'completion bash|zsh|fish'])
})

test('--version names version and build', async () => {
  const { status, stdout } = await runAdmin({}, '--version')
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/^\d+\.\d+\.\d+ [\da-f]{12} \(Node v\d+\.\d+\.\d+\)\n$/),
  ])
})

test.each([
  [
    'bash',
    `eval "$SCRIPT"
    ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _admin; echo "\${COMPREPLY[@]}"; }
    ask admin keys re; ask admin doctor --on`,
  ],
  [
    'zsh',
    'eval "$SCRIPT"; COMP_WORDS=(admin keys re); COMP_CWORD=2; _admin 2>/dev/null; print -r -- $functions[_admin]',
  ],
  ['fish', 'echo $SCRIPT | source; complete -C "admin keys re"; complete -C "admin doctor --on"'],
])('%s completes verbs and options', async (shell, script) => {
  const { stdout: SCRIPT } = await runAdmin({}, 'completion', shell)
  const run = spawnSync(shell, ['-c', script], {
    env: { PATH: process.env.PATH, HOME: '/tmp', SCRIPT },
    encoding: 'utf8',
  })
  // Not every machine has every shell.
  if (run.error) return
  for (const word of ['retire', 'reencrypt', 'replace-lost', '--online']) expect(run.stdout).toContain(word)
})
