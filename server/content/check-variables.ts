import { closestMatch } from 'leven'
import { ContentError } from './content-error.ts'
import type { SourceFile } from './documents/parse-document.ts'
import type { Variables } from './variables.ts'

/** Reports each `{{name}}` that no setting replaces. Code may contain braces. */
export function checkVariables(
  { name: file, extension, source }: SourceFile,
  variables: Variables,
): ContentError[] {
  const text = extension === '.md' ? blankCode(source) : source
  return [...text.matchAll(/\{\{\s*(?:([#^/])\s*)?(\w+)\s*\}\}/g)].flatMap(
    ({ 1: mark, 2: name = '', index }) => {
      const isKnown = Object.hasOwn(variables, name)
      // The opening tag of an unknown section is already reported.
      if (mark === '/' && !isKnown) return []
      const line = text.slice(0, index).split('\n').length
      const problem = isKnown
        ? `a section reads {{${mark === '^' ? '^' : '#'}${name}}}…{{/${name}}}`
        : explain(name, Object.keys(variables))
      return new ContentError(file, line, problem)
    },
  )
}

/** Replaces code with spaces, which keeps line numbers. */
function blankCode(markdown: string): string {
  return markdown.replace(/^(`{3,}|~{3,}).*?^\1|(`+)[^`].*?\2/gms, (code) => code.replace(/[^\n]/g, ' '))
}

function explain(name: string, known: string[]): string {
  // Without a trial, texts must not promise its days.
  if (name === 'trialDays') return 'speaks of {{trialDays}}, and site.yml offers no trial'
  const meant = closestMatch(name, known, { maxDistance: 4 })
  return `no setting gives {{${name}}}${meant ? `; did you mean {{${meant}}}?` : ''}`
}
