import type { Draft } from './blocks.ts'
import type { LetterContext } from './template.ts'

type OwnerLetter = Omit<Draft, 'reason'> & {
  /** Facts without a value are omitted. */
  facts: { term: string; value: string | null | undefined }[]
  /** Commands that show or do more, for a shop without a desk. */
  commands: { term: string; command: string }[]
  /** Page of the desk that shows and does the same. */
  page?: string
}

/** Callers must keep customers' text out of the subject, and keys out of the text. */
export function ownerLetter(
  { site, siteUrl }: Pick<LetterContext, 'site' | 'siteUrl'>,
  { facts, commands, blocks, page, ...rest }: OwnerLetter,
): Draft {
  // Without staff there is no desk.
  const isAtDesk = page !== undefined && site.staff.length > 0
  const given = facts.flatMap(({ term, value }) => (value ? [{ term, value }] : []))
  return {
    ...rest,
    blocks: [
      ...blocks,
      { type: 'facts', facts: [...given, ...(isAtDesk ? [] : commands.map(toFact))] },
      ...(isAtDesk ? [{ type: 'action' as const, label: 'Open it at the desk', url: siteUrl + page }] : []),
    ],
    reason:
      'The site writes this to its own people: “notifications” in content/site.yml says to whom, and of what.',
  }
}

function toFact({ term, command }: OwnerLetter['commands'][number]) {
  return { term, value: `npm run admin -- ${command}` }
}
