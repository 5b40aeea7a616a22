import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'

/** A regular expression in our sources. `text` is its literal, such as "/a+/g". */
export type Expression = { text: string; source: string; flags: string; place: string }

const files = {
  patterns: ['server/**/*.ts', 'shared/**/*.ts'],
  exclude: ['**/*.test.ts', '**/testing/**', 'server/{build,demo}/**'],
}

/** Finds expressions in `server` and `shared` that run on untrusted text. */
export function findExpressions(): Expression[] {
  return globSync(files.patterns, { exclude: files.exclude })
    .sort()
    .flatMap((file) => expressionsIn(file, readFileSync(file, 'utf8')))
}

/** Finds literals and `new RegExp('…')`, but not expressions assembled at run time. */
export function expressionsIn(file: string, code: string): Expression[] {
  const found: Expression[] = []
  const { program } = parseSync(file, code)
  const keep = ({ source, flags }: RegExp, at: number) =>
    found.push({ text: `/${source}/${flags}`, source, flags, place: `${file}:${lineAt(code, at)}` })

  new Visitor({
    Literal(node) {
      if ('regex' in node) keep(new RegExp(node.regex.pattern, node.regex.flags), node.start)
    },
    NewExpression({ callee, arguments: [pattern, flags], start }) {
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
      if (pattern?.type !== 'Literal' || typeof pattern.value !== 'string') return
      keep(new RegExp(pattern.value, flags?.type === 'Literal' ? String(flags.value) : ''), start)
    },
  }).visit(program)
  return found
}

function lineAt(code: string, offset: number): number {
  return code.slice(0, offset).split('\n').length
}
