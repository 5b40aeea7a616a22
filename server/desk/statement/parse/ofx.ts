import { type BankFile, tidyText } from './lines.ts'
import { Unreadable } from './unreadable.ts'
import { readCents, readDay } from './values.ts'

/** Open Financial Exchange 1.x (SGML without end tags) and 2.x (XML). @throws Unreadable */
export function readOfx(text: string): BankFile {
  if (!/<OFX>/i.test(text)) throw new Unreadable(1, 'This is no OFX file.')
  const lines = [...text.matchAll(/<STMTTRN>([\s\S]*?)(?=<STMTTRN>|<\/STMTTRN>|<\/BANKTRANLIST>|$)/gi)].map(
    ({ index: start, 1: block = '' }, index) => {
      const value = (tag: string) => tagOf(block, tag)
      const [posted, moved] = [value('DTPOSTED'), value('TRNAMT')]
      const [day, amount] = [readDay(posted), readCents(moved)]
      const line = () => text.slice(0, start).split('\n').length
      if (!day) throw new Unreadable(line(), `“${posted.slice(0, 40)}” isn’t a date.`)
      if (amount === null) throw new Unreadable(line(), `“${moved.slice(0, 40)}” isn’t an amount.`)
      const said = [value('NAME'), value('MEMO')].filter(Boolean).join(' ')
      return { line: index + 1, day, amount, text: tidyText(said) }
    },
  )
  if (lines.length === 0) throw new Unreadable(1, 'The file has no transactions.')
  return { account: tagOf(text, 'ACCTID') || null, lines, columns: null }
}

function tagOf(block: string, tag: string): string {
  const [, value = ''] = new RegExp(`<${tag}>([^<\\r\\n]*)`, 'i').exec(block) ?? []
  return value.trim().replace(/&(amp|lt|gt);/g, (_, name) => ({ amp: '&', lt: '<', gt: '>' })[name as 'amp'])
}
