import { closestMatch } from 'leven'
import { ContentError } from './content-error.ts'
import type { SourceFile } from './documents/parse-document.ts'
import type { Variables } from './variables.ts'

/** Reports each `{{name}}` that no setting has replaced. Code may show braces. */
export function checkVariables(
  { name: file, extension, source }: SourceFile,
  variables: Variables,
): ContentError[] {
  const text = extension === '.md' ? blankCode(source) : source
  return [...text.matchAll(/\{\{\s*[#^]?(\w+)\s*\}\}/g)].map(({ 1: name = '', index }) => {
    const line = text.slice(0, index).split('\n').length
    return new ContentError(file, line, explain(name, Object.keys(variables)))
  })
}

/** Keeps line numbers. */
function blankCode(markdown: string): string {
  return markdown.replace(/^(`{3,}|~{3,}).*?^\1|(`+)[^`].*?\2/gms, (code) => code.replace(/[^\n]/g, ' '))
}

function explain(name: string, known: string[]): string {
  // Without a trial, texts must not promise its days.
  if (name === 'trialDays') return 'speaks of {{trialDays}}, and site.yml offers no trial'
  const meant = closestMatch(name, known, { maxDistance: 4 })
  return `no setting gives {{${name}}}${meant ? `; did you mean {{${meant}}}?` : ''}`
}
