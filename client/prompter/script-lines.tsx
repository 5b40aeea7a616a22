import { memo } from 'react'

/** One paragraph per line as typed. */
export const ScriptLines = memo(({ paragraphs }: { paragraphs: string[] }) =>
  paragraphs.map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is known by its place alone
    <p key={index} dir="auto">
      {paragraph}
    </p>
  )),
)
