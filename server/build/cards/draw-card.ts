import { type CardText, cardSize } from '#shared/pages/card.ts'
import { setLines } from './set-lines.ts'
import type { Typeface } from './typeface.ts'

const { width, height } = cardSize
const margin = 88
const titleTracking = -0.03
const nameBottom = 130
const titleBox = { width: 940, maxLines: 3, sizes: [104, 88, 74, 62, 52] } as const
const leadBox = { width: 880, maxLines: 3, sizes: [36, 32] } as const

/** Returns null if the font lacks a character. */
export function drawCard(
  { product, title, description }: CardText,
  { head, strong }: { head: Typeface; strong: Typeface },
): string | null {
  if (!head.has(product + title) || !strong.has(description)) return null
  const lead = setLines(description, leadBox, (text, size) => strong.width(text, size))
  const leadLine = lead.size * 1.3
  const leadTop = height - 72 - leadLine * (lead.lines.length - 1)
  // Space between the product's name and the lead.
  const room = (leadTop - lead.size - nameBottom) / 1.1
  const heading = setLines(title, { ...titleBox, height: room }, (text, size) =>
    head.width(text, size, titleTracking),
  )
  const headingLine = heading.size * 1.06
  const lastBaseline = leadTop - lead.size - 0.42 * heading.size
  const baseline = (index: number) => lastBaseline - headingLine * (heading.lines.length - 1 - index)

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
${lens}
${prompter}
${mark}
<path fill="#f3f7f6" d="${head.outline(product, { x: margin + 70, y: 96, size: 36, tracking: -0.02 })}"/>
${cue(baseline(0), heading.size)}
${heading.lines.map((line, index) => `<path fill="#f3f7f6" d="${head.outline(line, { x: margin - heading.size * 0.06, y: baseline(index), size: heading.size, tracking: titleTracking })}"/>`).join('\n')}
${lead.lines.map((line, index) => `<path fill="#b4c0c1" d="${strong.outline(line, { x: margin, y: leadTop + index * leadLine, size: lead.size })}"/>`).join('\n')}
</svg>`
}

function cue(baseline: number, size: number): string {
  const [w, h] = [Math.min(size * 0.62, margin - 26), size * 0.6]
  return `<path fill="#ffb627" transform="translate(0 ${baseline - size * 0.34 - h / 2})" d="M0 0h${w * 0.48}L${w} ${h / 2}L${w * 0.48} ${h}H0z"/>`
}

const mark = `<g transform="translate(${margin} 58) scale(1.6875)"><path fill="#f3f7f6" fill-opacity=".45" d="M12 4.5h14v4.6H12zM12 22.9h10v4.6H12z"/><path fill="#f3f7f6" d="M12 13h19v6H12z"/><path fill="#ffb627" d="M1 11.2h4.4L9.6 16l-4.2 4.8H1z"/></g>`

/** The prompter's glass with its lines, one highlighted. */
const prompter = `<g transform="translate(918 52) scale(2.7)"><rect width="72" height="48" rx="3" fill="#050808" fill-opacity=".85" stroke="#74868a" stroke-width=".7"/><path fill="#f3f7f6" fill-opacity=".4" d="M15.8 8.1h33.8v4.6H15.8zM15.8 35h24.8v4.6H15.8z"/><path fill="#f3f7f6" d="M15.8 21.4h45v4.9h-45z"/><path fill="#ffb627" d="M2.8 18.7h4.5l4.5 5.2-4.5 5.2H2.8z"/></g>`

const lens = `<defs>
<radialGradient id="glow"><stop offset=".6" stop-color="#46828c" stop-opacity=".14"/><stop offset="1" stop-color="#46828c" stop-opacity="0"/></radialGradient>
<radialGradient id="glass"><stop offset=".38" stop-color="#040606"/><stop offset=".6" stop-color="#0c1415"/><stop offset=".72" stop-color="#0a0f10"/><stop offset="1" stop-color="#0d1516"/></radialGradient>
<radialGradient id="cool"><stop offset=".1" stop-color="#a0e1f0" stop-opacity=".2"/><stop offset="1" stop-color="#a0e1f0" stop-opacity="0"/></radialGradient>
<radialGradient id="warm"><stop offset="0" stop-color="#9678ff" stop-opacity=".15"/><stop offset="1" stop-color="#9678ff" stop-opacity="0"/></radialGradient>
</defs>
<rect width="${width}" height="${height}" fill="#0b1011"/>
<g transform="translate(1090 250)"><circle r="470" fill="url(#glow)"/><circle r="300" fill="url(#glass)"/><circle cx="-96" cy="-132" r="66" fill="url(#cool)"/><circle cx="90" cy="130" r="150" fill="url(#warm)"/><circle r="299" fill="none" stroke="#ffb627" stroke-opacity=".3" stroke-width="2"/><circle r="276" fill="none" stroke="#fff" stroke-opacity=".03" stroke-width="20"/></g>`
