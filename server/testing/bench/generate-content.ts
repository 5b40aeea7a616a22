import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createDice } from '../../demo/dice.ts'

/** The same count always gives the same folder. @returns a word of medium frequency, for search */
export function generateContent(dir: string, count: number): { word: string } {
  const { roll: random, whole: between, oneOf } = createDice(42)
  const times = <Item>(many: number, make: (index: number) => Item) =>
    Array.from({ length: many }, (_, at) => make(at))
  const syllables =
    'ber har bo ma ri na ti de por to sa lo ken wa ter lin es cor du pla ner sto gri vel on ex al qui'.split(
      ' ',
    )
  const words = times(4_000, () => times(between(2, 4), () => oneOf(syllables)).join(''))
  /** A few words are frequent, most are rare. */
  const word = () => words[Math.floor(random() ** 2.2 * words.length)] as string

  for (let index = 0; index < count; index++) {
    const kind = index % 10
    if (kind < 7) write(`news/post-${index}.md`, `${newsFields(index)}\n${text()}`)
    else if (kind < 9)
      write(
        `docs/section-${between(0, count / 100)}/page-${index}.md`,
        `---\ntitle: ${name()}\n---\n\n${text()}`,
      )
    else
      write(
        `products/item-${index}.json`,
        JSON.stringify({ title: name(), description: sentence(), price: between(1, 500) }),
      )
  }
  return { word: words[400] as string }

  function newsFields(index: number): string {
    const date = new Date(Date.UTC(2012, 0, 1) + index * 7 * 3_600_000).toISOString().slice(0, 10)
    const tags = times(3, () => `tag-${between(0, 39)}`).join(', ')
    return [
      '---',
      `title: ${name()} ${index}`,
      `description: ${words[between(0, 3_999)]} ${words[between(0, 3_999)]}`,
      `date: ${date}`,
      `tags: [${tags}]`,
      `category: ${oneOf(['product', 'company', 'ops', 'security', 'events', 'design'])}`,
      `draft: ${random() < 0.1}`,
      `rating: ${(random() * 5).toFixed(2)}`,
      `views: ${between(0, 100_000)}`,
      `author:\n  name: ${oneOf(['Ana', 'Bruno', 'Chloe', 'Dmitri', 'Emi'])}`,
      '---\n',
    ].join('\n')
  }

  function text(): string {
    return times(between(2, 5), () => {
      const list = random() < 0.3 ? `${times(between(2, 6), () => `- ${sentence()}`).join('\n')}\n\n` : ''
      const code =
        random() < 0.2
          ? `\`\`\`js\nconst ${oneOf(words)} = await ${oneOf(words)}('${oneOf(words)}')\n\`\`\`\n\n`
          : ''
      return `## ${name()}\n\n${paragraph()}\n\n${paragraph()}\n\n${list}${code}`
    }).join('')
  }

  function paragraph(): string {
    return times(between(2, 5), sentence).join(' ')
  }

  function sentence(): string {
    const parts = times(between(6, 16), word)
    if (random() < 0.3) parts[2] = `**${parts[2]}**`
    if (random() < 0.15) parts[3] = `[${parts[3]}](/news/post-${between(0, count)})`
    return `${parts.join(' ')}.`
  }

  function name(): string {
    return times(3, () => oneOf(words)).join(' ')
  }

  function write(path: string, source: string): void {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), source)
  }
}
