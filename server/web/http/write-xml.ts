import type { Element } from 'xast'
import { toXml } from 'xast-util-to-xml'
import { x } from 'xastscript'

export function writeXml(root: Element): string {
  return toXml(x(null, [{ type: 'instruction', name: 'xml', value: 'version="1.0" encoding="utf-8"' }, root]))
}
