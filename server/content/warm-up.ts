import type { ContentDocument } from './documents/document.ts'
import { isMarkdown, type ParseOnDemand } from './documents/parsed-markdown.ts'

/**
 * Parses documents one by one while nothing else is to be done, so that the first to ask for them needn't wait.
 * @param maxCharacters of results after which the rest is left for whoever asks: what is kept is bounded too.
 * @returns a function that stops it.
 */
export function warmUp(
  documents: readonly ContentDocument[],
  parse: ParseOnDemand,
  maxCharacters: number,
): () => void {
  let characters = 0
  let next = 0
  let timer: NodeJS.Timeout | undefined
  proceed()
  return () => clearTimeout(timer)

  // A timer without a hold on the process: an immediate without one waits until something else happens.
  function proceed(): void {
    if (next < documents.length && characters < maxCharacters) timer = setTimeout(step, 1).unref()
  }

  function step(): void {
    const document = documents[next++]
    if (document && isMarkdown(document)) {
      const { toc, body, excerpt = '' } = parse(document)
      characters += toc.length + body.length + excerpt.length
    }
    proceed()
  }
}
