import type { Element } from 'xast'
import { toXml } from 'xast-util-to-xml'
import { x } from 'xastscript'

/** Omits characters that XML 1.0 can't contain; the result is well-formed for any text. */
export function writeXml(root: Element): string {
  const xml = toXml(
    x(null, [{ type: 'instruction', name: 'xml', value: 'version="1.0" encoding="utf-8"' }, root]),
  )
  const valid = xml.toWellFormed().replaceAll('\uFFFE', '').replaceAll('\uFFFF', '')
  // Text must not contain the end of a CDATA section, even outside of one.
  return valid.replaceAll(']]>', ']]&#x3E;')
}
