import type { CollectionTag, ScalarTag, Tags } from 'yaml'

/**
 * Plain values as the model's parser has them, which is YAML 1.1 save that yes, no, on and off are text:
 * `1_000`, `1:30` (90), `014` (octal) and dates.
 */
export function plainTags(core: Tags): Tags {
  const others = core.filter((tag) => typeof tag === 'string' || ![int, float].includes(tag.tag))
  return [...others, ...numbers, timestamp, ...told, set, omap, 'merge']
}

const int = tagOf('int')
const float = tagOf('float')

/** The first that fits wins. */
const numbers: ScalarTag[] = [
  plain(int, /^[-+]?0b_*[01][01_]*(?<!_)$/),
  plain(int, /^[-+]?0x_*[\da-fA-F][\da-fA-F_]*(?<!_)$/),
  plain(int, /^[-+]?0_*[0-7][0-7_]*(?<!_)$/),
  plain(int, /^[-+]?(?:0|[1-9][\d_]*(?<!_))$/),
  plain(int, /^[-+]?[1-9][\d_]*(?::[0-5]?\d)+$/),
  plain(float, /^[-+]?(?:0|[1-9][\d_]*)(?:\.[\d_]*)?(?:[eE][-+]?\d+)?(?<!_)$/),
  plain(float, /^\.[\d_]+(?:[eE][-+]?\d+)?(?<!_)$/),
  plain(float, /^[-+]?\d[\d_]*(?::[0-5]?\d)+\.[\d_]*(?<!_)$/),
  plain(float, /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/),
]

/** `!!float 1`: a number whatever it looks like. */
const told: ScalarTag[] = [int, float].map((tag) => ({ tag, resolve: toNumber }))

const timestamp: ScalarTag = {
  default: true,
  tag: tagOf('timestamp'),
  test: /^(?:\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$/,
  resolve: toDate,
}

/** Kept as the mapping or list that they are written as. */
const set: CollectionTag = { collection: 'map', tag: tagOf('set') }
const omap: CollectionTag = { collection: 'seq', tag: tagOf('omap') }

function tagOf(name: string): string {
  return `tag:yaml.org,2002:${name}`
}

function plain(tag: string, test: RegExp): ScalarTag {
  return { default: true, tag, test, resolve: toNumber }
}

function toNumber(source: string): number {
  const text = source.replaceAll('_', '').toLowerCase()
  const digits = text.replace(/^[-+]/, '')
  return text.startsWith('-') ? -toPositive(digits) : toPositive(digits)
}

function toPositive(digits: string): number {
  if (digits === '.inf') return Number.POSITIVE_INFINITY
  if (/^0[bx]/.test(digits)) return Number(digits)
  if (/^0[0-7]+$/.test(digits)) return Number.parseInt(digits, 8)
  return digits.split(':').reduce((sum, part) => sum * 60 + Number.parseFloat(part), 0)
}

/** Days and months beyond the calendar run over, as with the model. */
function toDate(source: string): Date {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = (
    source.match(/^\D*(\d+)-(\d+)-(\d+)(?:\D+(\d+):(\d+):(\d+))?/) ?? []
  )
    .slice(1)
    .map((part) => Number(part ?? 0))
  const fraction = Number(/\.(\d{1,3})/.exec(source)?.[1]?.padEnd(3, '0') ?? 0)
  const [, sign, hours = 0, minutes = 0] = /:\d\d(?:\.\d*)?[ \t]*([-+])(\d+)(?::(\d+))?$/.exec(source) ?? []
  const offset = sign ? (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1) : 0
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second, fraction) - offset)
}
