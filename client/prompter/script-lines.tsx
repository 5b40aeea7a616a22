import { memo } from 'react'

/** One paragraph for each typed line. */
export const ScriptLines = memo(({ paragraphs }: { paragraphs: string[] }) =>
  paragraphs.map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: only its position identifies a paragraph
    <p key={index} dir="auto">
      {paragraph}
    </p>
  )),
)
