import { expect, test } from 'vitest'
import { firstStyles } from './make-first-styles.ts'

const firstOf = (css: string, script = 'className:"Row",`Row--`') => firstStyles(css, script)

test('keeps rules whose classes the scripts name, also by their start', () => {
  expect(firstOf('.Row{top:0}.Row--wide{top:1px}.Cell{top:2px}.Row .Cell{top:3px}')).toBe(
    '.Row{top:0}.Row--wide{top:1px}',
  )
  expect(firstOf(':is(.Row,.Cell)>p{top:0}.Row:not(.Cell){top:1px}')).toBe(
    ':is(.Row,.Cell)>p{top:0}.Row:not(.Cell){top:1px}',
  )
})

test('keeps the rules of elements and of classes that content may have', () => {
  expect(firstOf('h2{top:0}.footnotes{top:1px}')).toBe('h2{top:0}.footnotes{top:1px}')
})

test('keeps the layers in their order', () => {
  expect(firstOf('@layer base,parts;@layer parts{.Cell{top:0}}@layer base{p{top:0}}')).toBe(
    '@layer base{p{top:0}}@layer parts;',
  )
})

test('drops the layer of what no first window shows', () => {
  expect(firstOf('@layer later,parts;@layer later{.Row{top:0}}@layer parts{.Row{top:1px}}')).toBe(
    '@layer later;@layer parts{.Row{top:1px}}',
  )
})

test('drops what matters only later', () => {
  expect(firstOf('.Row:hover,.Row:focus-visible{top:0}@media print{.Row{top:0}}')).toBe('')
  expect(firstOf('.Row:has(p:hover) p:not(:hover){top:0}.Row:has(p){top:1px}')).toBe('.Row:has(p){top:1px}')
  expect(firstOf('@media (forced-colors:active){.Row{top:0}}')).toBe('')
  expect(firstOf('.Row{transition:top 1s;top:0}.Row[data-busy]{top:0}')).toBe('.Row{top:0}')
})

test('leaves the sheets’ fonts to them', () => {
  expect(firstOf('@font-face{font-family:A;src:url(/a.woff2)}.Row{top:0}')).toBe('.Row{top:0}')
})

test('drops properties and animations that no rule uses', () => {
  expect(firstOf(':root{--a:1px;--b:2px}.Row{top:var(--a)}@keyframes spin{to{rotate:1turn}}')).toBe(
    ':root{--a:1px}.Row{top:var(--a)}',
  )
  expect(firstOf('.Row{animation:1s spin}@keyframes spin{to{rotate:1turn}}')).toContain('@keyframes spin')
})
